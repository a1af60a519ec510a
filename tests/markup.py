"""Reading HTML in tests: a tree that is only had of markup whose tags are all closed in order."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Element:
    name: str
    attributes: dict = field(default_factory=dict)
    parts: list = field(default_factory=list)

    def all(self, name="", class_=""):
        """Elements below it, in their order."""
        for part in self.parts:
            if isinstance(part, Element):
                classes = part.attributes.get("class", "").split()
                if name in ("", part.name) and (not class_ or class_ in classes):
                    yield part
                yield from part.all(name, class_)

    def first(self, name="", class_=""):
        return next(self.all(name, class_))

    @property
    def text(self):
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open = [Element("")]

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{tag}: an attribute comes twice"
        self.open[-1].parts.append(found := Element(tag, dict(attrs)))
        self.open.append(found)

    def handle_endtag(self, tag):
        assert self.open.pop().name == tag

    def handle_data(self, data):
        self.open[-1].parts.append(data)


def parsed(html):
    """The tree of a piece of HTML."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"{reader.open[-1].name} is not closed"
    return reader.open[0]


def percent(text):
    assert text.endswith("%")
    return float(text.removesuffix("%"))
