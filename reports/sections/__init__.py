"""What a report says: sections of sentences, tables and charts."""
