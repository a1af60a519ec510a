"""Loading this module loads all that answers need: workers are forked off where it is loaded."""

from reports.page.crew.inside import prepare

prepare()
