"""From tables to charts."""
