"""Reports on paper: pages, Markdown and files."""
