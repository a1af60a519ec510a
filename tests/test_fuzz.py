"""Whatever is typed: an answer or one plain line, at once, and never a traceback."""

import time

from commandline import ask, is_plain_refusal
from hypothesis import example, given, settings
from hypothesis import strategies as st

AT_ONCE = 2.0  # seconds
BATTLE = "3 inf, 2 arm v 4 inf, 1 art"

# whole numbers stay small where they are read as counts, so that an answer is quick
WORDS = st.sampled_from(
    (
        *("0", "1", "2", "3", "4", "-1", "1.5", "1e2", "99", "1000001", "٣", "½", "NaN", "inf"),
        *("art", "arm", "ftr", "bmr", "aa", "aa gun", "tanks", "ss", "dd", "damaged-bb", "foo"),
        *("v", "vs", "versus", "x", "+", ",", ";", "|", "=", "&", "-", "--", "keep", "land", "air"),
        *("after", "at", "or", "never", "best", "air-only", "cheapest", "and", ">=", ">", "<="),
        *("territory_taken", "net_value", "swing", "0.75", "75%", "rounds=2", "dice=low-luck"),
        *(
            "\n",
            "\t",
            "\x00",
            "\x1b[31m",
            "\u202e",
            "😀",
            "ﬁ",
            "\ud800",
            "'",
            '"',
            "\\",
            "%s",
            "{}",
        ),
    )
)
JUMBLE = st.lists(WORDS, max_size=9).flatmap(
    lambda words: st.sampled_from(("", " ", ", ")).map(lambda gap: gap.join(words))
)
TEXTS = st.one_of(st.text(max_size=25), JUMBLE)


def mutated(*valid):
    """A valid text with a few characters taken out, doubled or put in."""
    edit = st.tuples(
        st.floats(0, 1), st.sampled_from(("cut", "double", "put")), st.characters() | WORDS
    )

    def apply(text, edits):
        for where, what, extra in edits:
            at = int(where * len(text))
            middle = {"cut": "", "double": text[at : at + 1] * 2, "put": text[at : at + 1] + extra}
            text = text[:at] + middle[what] + text[at + 1 :]
        return text

    return st.builds(apply, st.sampled_from(valid), st.lists(edit, max_size=3))


def check(*arguments):
    """The one thing that all these tests want."""
    began = time.process_time()
    answer = ask(*arguments)
    assert time.process_time() - began < AT_ONCE
    assert answer.code in (0, 2), answer
    if answer.code == 2:
        assert is_plain_refusal(answer), answer
        assert answer.out == "" or any("--format" in word for word in arguments)
    else:
        assert answer.err == ""
        assert answer.out


def small(text):
    """Without numbers that make a battle long: they are tried elsewhere."""
    digits = "".join(c if c.isdigit() else " " for c in text).split()
    return all(len(d) < 3 or len(d) > 4 for d in digits)


BATTLES = mutated(
    BATTLE,
    "3inf 2arm vs. 4inf, 1aa",
    "2 Infantry + 1 anti-aircraft gun v 2 bombers",
    "3x inf\n2 ftr V 0 arm, 4 art",
    "2 ftr, 1 bmr v 2 inf, 1 aa | retreat=at 2 | losses=ftr bmr",
    "2 inf v none",
)


@settings(max_examples=90)
@given(text=st.one_of(BATTLES, TEXTS).filter(small))
@example(text="--")
@example(text="-h")
@example(text="2 inf v 1 inf | units=\x00")
@example(text="2 inf v 1 inf | units=.")
@example(text="2 inf v 1 inf | edition=second | edition=2009")
def test_any_battle(text):
    check("odds", "aa", text)


@given(attacker=TEXTS.filter(small), defender=TEXTS.filter(small))
@example(attacker="3 inf", defender="none")
@example(attacker="none", defender="3 inf")
@example(attacker="none", defender="none")
def test_any_two_sides(attacker, defender):
    check("odds", "aa", attacker, defender)


@settings(max_examples=60)
@given(
    text=st.one_of(
        mutated("inf arm; keep 1 land", "arm, inf; keep 2 inf; keep 1 air", "cheapest", "best"),
        TEXTS,
    ),
    option=st.sampled_from(("--losses", "--defender-losses", "--set=losses")),
)
def test_any_order_of_loss(text, option):
    words = (f"{option}={text}",) if option.startswith("--set") else (option, text)
    check("odds", "aa", BATTLE, *words)


@settings(max_examples=60)
@given(text=st.one_of(mutated("after 2 rounds", "at 3 or air-only", "best", "never"), TEXTS))
def test_any_retreat(text):
    check("odds", "aa", BATTLE, "--retreat", text)


@settings(max_examples=80)
@given(
    text=st.one_of(
        mutated("territory_taken >= 0.75 and net_value > -2.5", "swing ≤ 3", "both_gone < 5%"),
        TEXTS,
    )
)
@example(text="")
def test_any_aim(text):
    check("should-attack", "aa", "2 arm v 1 inf", "--aim", text)


@given(text=st.one_of(mutated("2 inf, 1 arm", "3 ftr"), TEXTS).filter(small))
def test_any_counter_attack(text):
    check("should-attack", "aa", "2 arm v 1 inf", "--counter", text)


@settings(max_examples=90)
@given(
    text=st.one_of(
        mutated(
            *("rounds=2", "dice=low-luck", "values=inf=2.5, ftr=12", "worth=territory=8; inf=3"),
            *("choose_losses=attacker", "edition=second", "retreat=best", "units=none.toml"),
        ),
        st.builds(
            "{}={}".format,
            st.sampled_from(("rounds", "dice", "values", "worth", "edition", "units", "losses")),
            TEXTS,
        ),
        TEXTS,
    )
)
@example(text="units=")
@example(text="units=/")
@example(text="units=" + "x" * 5_000)
@example(text="rounds=10000")
@example(text="worth=territory=-9999999.999999999")
def test_any_setting(text):
    check("odds", "aa", BATTLE, "--set", text)


@settings(max_examples=80)
@given(
    option=st.sampled_from(("--trials", "--precision", "--seed", "--engine", "--format", "--plot")),
    text=st.one_of(mutated("500", "0.05", "auto", "simulate", "table", "17"), TEXTS).filter(
        lambda text: small(text) and not text.lower().endswith((".png", ".svg"))
    ),
)
@example(option="--plot", text="")
@example(option="--format", text="")
@example(option="--seed", text="9" * 30)
@example(option="--precision", text="1e-400")
@example(option="--trials", text="1_0")
def test_any_option(option, text):
    check("odds", "aa", "2 inf v 2 inf", option, text)


@given(
    words=st.lists(st.one_of(TEXTS, st.sampled_from(("odds", "aa", "games", BATTLE))), max_size=5)
)
@example(words=[])
@example(words=["games", "aa", "\x1b[31m"])
def test_any_arguments(words):
    if not {"-h", "--help"} & set(words) and all(small(word) for word in words):
        check(*words)


@given(
    lines=st.lists(st.one_of(BATTLES, TEXTS).filter(small), max_size=3),
    ending=st.sampled_from(("\n", "\r\n", "\x0b")),
)
def test_any_batch(tmp_path_factory, lines, ending):
    file = tmp_path_factory.getbasetemp() / "fuzz.txt"
    file.write_bytes(ending.join(lines).encode("utf-8", "surrogatepass"))
    check("odds", "aa", "--batch", str(file))


PIECES = st.sampled_from(
    (
        *("[units.inf]", "[units.elite]", "[switches]", "only = true", "units = 3", "[[units]]"),
        *("attack = 2", "attack = 9", "defence = 3", "cost = 4", "hits = 2", 'domain = "land"'),
        *('domain = "gun"', 'aliases = ["e"]', "aliases = 3", "supports = true", "title = 3"),
        *('aa_dice = "three a gun"', "aa_by_type = false", "unverified = 3", "= 3", "inf = 3"),
    )
)


@settings(max_examples=80)
@given(pieces=st.lists(PIECES, max_size=8))
@example(pieces=["[units]", "inf = 3"])
@example(pieces=["[units.inf]", "attack = 2", "[switches]", "unverified = 3"])
def test_any_table_of_units(tmp_path_factory, pieces):
    file = tmp_path_factory.getbasetemp() / "fuzz.toml"
    file.write_text("\n".join(pieces))
    check("odds", "aa", "2 inf v 1 inf", "--set", f"units={file}")


# --- Washington's War -------------------------------------------------------------------------

WAR_WORDS = st.sampled_from(
    (
        *("british", "american", "french", "none", "cu", "cus", "french cu", "Burgoyne", "Howe"),
        *(
            "Washington",
            "Arnold",
            "gen",
            "gen 4/2",
            "gen 7/0",
            "4/2",
            "/",
            "drm",
            "drm +1",
            "drm -",
        ),
        *("regulars", "navy", "militia", "winter", "intercepted", "discard", "battle-card"),
        *("battle card", "treason", "may", "may discard", "cut-off", "cut off", "combat units"),
    )
)
WAR_TEXTS = st.one_of(
    TEXTS,
    st.lists(st.one_of(WAR_WORDS, WORDS), max_size=9).flatmap(
        lambda words: st.sampled_from(("", " ", ", ")).map(lambda gap: gap.join(words))
    ),
)
WAR_BATTLES = mutated(
    "british, 5 cu, Burgoyne, regulars, discard v american, 5 cu, gen 2/2, militia, battle-card",
    "american 4cu Washington winter vs british, 3 cu, gen 3/1, may treason",
    "british, 5 cu, gen 4/2, may battle-card v american, 0 cu | intercept=4/3:4 cu | tries=best",
    "british, 3 cu, gen 4/1 v american, 2 cu, 1 french cu, Greene 4/3 | evade=yes | retreat=best",
    "british, 3 cu, gen 4/1, drm -2 v none | congress=yes | worth=congress=3",
)


@settings(max_examples=150)
@given(text=st.one_of(WAR_BATTLES, WAR_TEXTS))
@example(text="british, 5 cu, Burgoyne v none | roster=")
@example(text="british, 5 cu, Burgoyne v none | roster=.")
@example(text="british, 5 cu, Burgoyne v none | intercept=")
@example(text="british, 5 cu, v 4/2 v american, 2 cu")
@example(text="may v may")
def test_any_battle_of_washingtons_war(text):
    check("odds", "ww", text)


@settings(max_examples=100)
@given(attacker=WAR_TEXTS, defender=WAR_TEXTS)
@example(attacker="none", defender="none")
@example(attacker="british, 5 cu, gen 1/1", defender="american")
@example(attacker="british, 0 cu, gen 1/1", defender="none")
def test_any_two_sides_of_washingtons_war(attacker, defender):
    check("odds", "ww", attacker, defender)


WAR_SETTINGS = (
    *("roster", "intercept", "tries", "leader", "evade", "retreat", "pc", "alliance", "track"),
    *("congress", "move", "goal", "worth"),
)


@settings(max_examples=150)
@given(
    text=st.one_of(
        mutated(
            *("intercept=4/3:4 cu, Arnold 5/2:3 cu", "intercept=Washington:99", "tries=best"),
            *("leader=interceptor", "evade=yes", "evade=3", "retreat=never", "pc=american"),
            *("alliance=after", "track=8", "congress=yes", "move=naval", "goal=attacker_cu_lost"),
            *("worth=cu=1.5, battle-card=-2", "roster=none.toml"),
        ),
        st.builds("{}={}".format, st.sampled_from(WAR_SETTINGS), WAR_TEXTS),
    )
)
@example(text="intercept=" + ", ".join(["3/3:5 cu"] * 6))
@example(text="intercept=" + "9" * 200 + "/1:3 cu")
@example(text="worth=cu=-999999.999999, general=999999")
@example(text="roster=/")
def test_any_setting_of_washingtons_war(text):
    check(
        "odds",
        "ww",
        "british, 4 cu, gen 3/2, may discard",
        "american, 3 cu, gen 4/2",
        "--set",
        text,
    )


@settings(max_examples=60)
@given(
    text=st.one_of(
        mutated("attacker_wins >= 0.6 and net_value > -1", "alliance_steps < 1", "overrun > 5%"),
        TEXTS,
    )
)
@example(text="alliance_made > 0.5")
@example(text="congress_dispersed > 0.5")
def test_any_aim_of_washingtons_war(text):
    battle = ("british, 4 cu, gen 3/2, may discard", "american, 3 cu, gen 4/2, may battle-card")
    check("should-attack", "ww", *battle, "--aim", text)


WAR_PIECES = st.sampled_from(
    (
        *("[[general]]", "[general]", "general = 3", 'name = "Howe"', 'name = ""', "name = 3"),
        *('side = "british"', 'side = "spanish"', "battle = 3", "battle = 9", "agility = 1"),
        *(
            'agility = { value = 2, confidence = "x" }',
            "agility = {}",
            "evades = 1",
            "strategy = 2",
        ),
        *("battle = [1]", "= 3", 'battle = { value = "2" }', "battle = nan", "source = 1"),
    )
)


@settings(max_examples=80)
@given(pieces=st.lists(WAR_PIECES, max_size=8))
@example(pieces=["[[general]]", 'name = "Howe"', 'side = "british"', "battle = 3", "agility = 1"])
def test_any_roster(tmp_path_factory, pieces):
    file = tmp_path_factory.getbasetemp() / "roster.toml"
    file.write_text("\n".join(pieces))
    check("odds", "ww", "british, 3 cu, Howe", "american, 2 cu", "--set", f"roster={file}")


# --- 1775: Rebellion --------------------------------------------------------------------------

SKIRMISH_WORDS = st.sampled_from(
    (
        *("regulars", "loyalist", "hessian", "continental", "militia", "french", "natives"),
        *("redcoats", "British", "blue", "Native Americans", "loyalist militia", "patriots"),
        *("keep-dice", "keep-own", "keep-best", "order", "best", "never", "always", "at 2", "at"),
        *(
            "save-last",
            "outnumbered",
            "yes",
            "no",
            "none",
            "attacker",
            "defender",
            "3/1/2",
            "6/0/0",
        ),
        *("0/0/6", "/", "faces.militia", "lost=1", "area=-2", "swing", "area_empty"),
    )
)
SKIRMISH_TEXTS = st.one_of(
    TEXTS,
    st.lists(st.one_of(SKIRMISH_WORDS, WORDS), max_size=9).flatmap(
        lambda words: st.sampled_from(("", " ", ", ")).map(lambda gap: gap.join(words))
    ),
)
SKIRMISHES = mutated(
    "3 continental, 2 militia v 2 regulars, 1 loyalist",
    "2regulars 2loyalist vs. 3 militia, french & 1 natives",
    "2 loyalist v 2 militia | turned=2 | late=yes | withdraw=always",
    "1 regulars, 1 natives v 2 militia | losses=keep-own regulars | defender_withdraw=at 1",
    "2 natives v 1 continental | volley=defender | faces.continental=1/2/3",
    "3 militia v 1 hessian | way_out=no | worth=fled=2, area=1 | dice=none.toml",
)


@settings(max_examples=80)
@given(text=st.one_of(SKIRMISHES, SKIRMISH_TEXTS).filter(small))
@example(text="2 regulars v 2 militia | dice=")
@example(text="2 regulars v 2 militia | dice=.")
@example(text="2 regulars v 2 militia | faces.militia=0/0/6")
@example(text="natives v natives")
@example(text="militia v militia")
def test_any_battle_of_1775(text):
    check("odds", "rb", text)


@settings(max_examples=40)
@given(attacker=SKIRMISH_TEXTS.filter(small), defender=SKIRMISH_TEXTS.filter(small))
@example(attacker="none", defender="1 militia")
@example(attacker="1 natives", defender="1 militia")
def test_any_two_sides_of_1775(attacker, defender):
    check("odds", "rb", attacker, defender)


SKIRMISH_SETTINGS = (
    *("losses", "defender_losses", "withdraw", "defender_withdraw", "way_out", "late", "volley"),
    *("turned", "goal", "worth", "dice", "faces.militia", "faces.regulars", "defender_way_out"),
)


@settings(max_examples=70)
@given(
    text=st.one_of(
        mutated(
            *("losses=keep-own loyalist", "defender_losses=militia", "withdraw=outnumbered"),
            *(
                "defender_withdraw=at 2",
                "way_out=no",
                "late=yes",
                "volley=attacker",
                "turned=2",
                "pursuit=Albany: 2",
            ),
            *("goal=swing", "worth=lost=1, area=2.5", "faces.militia=1/2/3", "dice=none.toml"),
        ),
        st.builds("{}={}".format, st.sampled_from(SKIRMISH_SETTINGS), SKIRMISH_TEXTS),
    )
)
@example(text="turned=45")
@example(text="withdraw=at 999")
@example(text="worth=lost=-999999.999999, fled=999999")
@example(text="dice=/")
@example(text="faces.regulars=0/0/6")
@example(text="faces.loyalist=0/6/0")
def test_any_setting_of_1775(text):
    check("odds", "rb", "2 regulars, 1 loyalist", "1 continental, 2 militia", "--set", text)


@settings(max_examples=20)
@given(
    text=st.one_of(
        mutated("attacker_holds >= 0.6 and swing > -1", "attacker_lost < 1", "area_empty > 5%"),
        TEXTS,
    )
)
@example(text="net_value > 0")
@example(text="defender_fled >= 1")
def test_any_aim_of_1775(text):
    check("should-attack", "rb", "2 regulars, 1 loyalist v 2 militia", "--aim", text)


SKIRMISH_PIECES = st.sampled_from(
    (
        *("[militia]", "[regulars]", "[redcoat]", "militia = 3", "[[militia]]", "dice = 2"),
        *("faces = [1, 2, 3]", "faces = [6, 0, 0]", "faces = [0, 0, 6]", "faces = [7, -1, 0]"),
        *("dice = 0", "dice = 9", "dice = true", "faces = 3", "faces = []", 'faces = "1/2/3"'),
        *('confidence = "x"', "confidence = 3", "source = 3", "units = 3", "= 3", "faces = [nan]"),
    )
)


@settings(max_examples=40)
@given(pieces=st.lists(SKIRMISH_PIECES, max_size=8))
@example(pieces=["[militia]", "faces = [0, 0, 6]"])
@example(pieces=["[regulars]", "dice = 6", "faces = [0, 6, 0]"])
@example(pieces=["[regulars]", "confidence = 3"])
def test_any_file_of_dice(tmp_path_factory, pieces):
    file = tmp_path_factory.getbasetemp() / "dice.toml"
    file.write_text("\n".join(pieces))
    check("odds", "rb", "2 regulars v 2 militia", "--set", f"dice={file}")


# --- Commands & Colors: Napoleonics -----------------------------------------------------------

COMBAT_WORDS = st.sampled_from(
    (
        *("French", "british", "Prussian", "line", "light", "rifles", "guard", "grenadier", "INF"),
        *("CAV", "ART", "LEADER", "leader", "heavy cavalry", "light lancer", "cuirassiers", "foot"),
        *("artillery", "with", "with artillery 3 at 2", "at", "on", "on hill", "on walled garden"),
        *("town", "river", "moved", "moved 2", "dice", "dice 5/4", "dice 0", "card", "card +1"),
        *("square", "retire", "first-strike", "may", "may square", "support", "ignore 2", "room"),
        *("cannot-retreat", "edge", "impassable", "elan", "bombard", "cold steel", "5/4/4/2"),
    )
)
COMBAT_TEXTS = st.one_of(
    TEXTS,
    st.lists(st.one_of(COMBAT_WORDS, WORDS), max_size=9).flatmap(
        lambda words: st.sampled_from(("", " ", ", ")).map(lambda gap: gap.join(words))
    ),
)
COMBATS = mutated(
    "French line 4 v British light 4 leader on hill",
    "British heavy cavalry 3, moved vs. French line 4, may square | bonus=INF 3, first-strike",
    "French light 3, moved v Spanish militia 4 leader, room 1 | combat=ranged | range=2",
    "INF 4, with ART 3 at 2 on hill moved, card +2 v CAV 3, may retire | follow=best | hand=3",
    "Austrian line 5, square, dice 4/3/1 v LEADER on castle, room 0, edge | terrain_dice=worst",
    "French light lancer 4 v ART 1 | bonus=LEADER | bonus_hex=clear | worth=banner=3, ground=-1",
)


@settings(max_examples=150)
@given(text=st.one_of(COMBATS, COMBAT_TEXTS))
@example(text="INF 4 v CAV 3 | combat=ranged")
@example(text="INF 4, moved v INF 4")
@example(text="INF 4 v INF 4 | nations=")
@example(text="INF 4 v INF 4 | terrain=.")
@example(text="LEADER v LEADER")
@example(text="INF 4 v CAV 3 | may=retire")
@example(text="French v British")
@example(text="CAV 4 v INF 4, may square | goal=rounds")
def test_any_combat_of_napoleonics(text):
    check("odds", "ccn", text)


@settings(max_examples=100)
@given(attacker=COMBAT_TEXTS, defender=COMBAT_TEXTS)
@example(attacker="INF 8, dice 16, card +9, elan", defender="INF 8 leader, ignore 9, room 12")
@example(attacker="INF 1" + ", with ART 8 at 1 card 9" * 4, defender="INF 8")
@example(attacker="none", defender="none")
def test_any_two_sides_of_napoleonics(attacker, defender):
    check("odds", "ccn", attacker, defender)


COMBAT_SETTINGS = (
    *("nations", "terrain", "combat", "range", "square_strikes", "first_strike_back", "worth"),
    *("terrain_dice", "follow", "bonus", "bonus_hex", "hand", "squares", "goal"),
)


@settings(max_examples=150)
@given(
    text=st.one_of(
        mutated(
            *("combat=ranged", "range=3", "square_strikes=back", "first_strike_back=no"),
            *("terrain_dice=worst", "follow=best", "bonus=British line 3 on hill, may square"),
            *("bonus_hex=walled farm", "hand=2", "squares=4", "goal=banner_swing"),
            *("worth=banner=1.5, leader=-2", "nations=none.toml", "terrain=none.toml"),
        ),
        st.builds("{}={}".format, st.sampled_from(COMBAT_SETTINGS), COMBAT_TEXTS),
    )
)
@example(text="nations=/")
@example(text="worth=banner=-999999.999999, block=999999")
@example(text="goal=bonus_melee")
@example(text="bonus=LEADER, square")
def test_any_setting_of_napoleonics(text):
    check("odds", "ccn", "CAV 4 leader", "INF 3, may square", "--set", text)


@settings(max_examples=60)
@given(
    text=st.one_of(
        mutated(
            "target_eliminated >= 0.6 and net_value > -1", "banner_swing < 1", "battle_back > 5%"
        ),
        TEXTS,
    )
)
@example(text="bonus_melee > 0.5")
@example(text="target_retires > 0.5")
def test_any_aim_of_napoleonics(text):
    check("should-attack", "ccn", "INF 3", "British light 2 leader on hill", "--aim", text)


COMBAT_PIECES = st.sampled_from(
    (
        *("[French.line]", "[Swedish.guard]", "[French]", "[[French.line]]", "French = 3", "x = 3"),
        *('class = "infantry"', 'class = "artillery"', 'class = "cavalry"', "class = 3"),
        *("blocks = 2", "blocks = 9", "melee = [3, 2]", "melee = [3]", "melee = [nan, 1]"),
        *("ranged = [2, 1]", "range = 3", "moves = 1", 'kind = "horse"', "no_sabres = true"),
        *("fire = [[3, 2, 1, 0], [1, 0, 0, 0]]", "fire = [[0, 0, 0, 0], [0, 0, 0, 0]]", "= 3"),
        *('single_source = ["melee"]', "single_source = 3", "other = { melee = [2, 1] }"),
        *("other = { x = [2, 1] }", "other = 3", "retreat = [1, 2]", "retreat = [0, 0]"),
        *("[hill]", "into = [-1, 0, 9]", "out = [0, 0]", "flags = [1, 1, 1]", 'also = ["mound"]'),
        *("square = false", 'entry = "none"', 'entry = "some"', "hill = true", "also = 3"),
    )
)


@settings(max_examples=120)
@given(pieces=st.lists(COMBAT_PIECES, max_size=8), key=st.sampled_from(["nations", "terrain"]))
@example(
    pieces=[
        *("[French.line]", 'class = "infantry"', "blocks = 2", "melee = [3, 2]"),
        *("ranged = [2, 1]", "range = 3", "other = 3"),
    ],
    key="nations",
)
@example(pieces=["[hill]", "into = [9, 9, 9]", "out = [9, 9, 9]"], key="terrain")
def test_any_table_of_napoleonics(tmp_path_factory, pieces, key):
    file = tmp_path_factory.getbasetemp() / "combat.toml"
    file.write_text("\n".join(pieces))
    check("odds", "ccn", "French line 1 on hill", "INF 2 on hill", "--set", f"{key}={file}")
