"""What shows Hanamikoji: view (JSON), events (what happened), observe (numbers for learners), terminal."""
