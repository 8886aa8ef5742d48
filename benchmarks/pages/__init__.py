"""The pages of docs/ that hold measured numbers: each is made by one command."""
