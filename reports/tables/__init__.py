"""From counts to tables of estimates."""
