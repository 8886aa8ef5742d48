"""Every result as text, Markdown or HTML."""
