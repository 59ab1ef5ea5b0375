"""A table in the terminal: sitting plays one match; opponents, choosing, questions and telling are its parts."""
