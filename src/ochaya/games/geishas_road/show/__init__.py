"""What shows Geisha's Road: view (JSON), events (what happened), observe (numbers for learners), terminal."""
