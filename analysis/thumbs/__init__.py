"""Rules of thumb: how often each is wrong, over battles that are drawn and solved exactly."""

from analysis.thumbs.answer import Measured, MeasuredContest, measured
from analysis.thumbs.frames import drawn_frame, misses_frame, points_frame, thumbs_frame
from analysis.thumbs.verdict import Judged, Miss, Verdict

__all__ = [
    "Judged",
    "Measured",
    "MeasuredContest",
    "Miss",
    "Verdict",
    "drawn_frame",
    "measured",
    "misses_frame",
    "points_frame",
    "thumbs_frame",
]
