"""How results show themselves: their text at a prompt, the same in a notebook."""

from html import escape


class Shown:
    """A result that shows its text wherever Python shows a value."""

    def to_text(self) -> str:
        """Plain text, readable without colour."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.to_text())}</pre>"
