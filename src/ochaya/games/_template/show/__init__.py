"""What shows High Cup: view (JSON), events (what happened), observe (numbers for learners), terminal."""
