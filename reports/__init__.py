"""Tables, charts and pages made from result files; knows no engine."""
