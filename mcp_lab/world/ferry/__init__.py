"""The ferry company: a fictional business small enough to hold in one head."""
