"""How the database came to have its shape, step by step; brought up to date at every start."""
