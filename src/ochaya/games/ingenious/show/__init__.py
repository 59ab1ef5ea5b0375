"""What shows Ingenious: view (JSON), events (what happened), observe (numbers for learners), terminal."""
