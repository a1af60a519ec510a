"""How a report shows things: words, tables, figures, Markdown and HTML."""
