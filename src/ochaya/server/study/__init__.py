"""Learning from a match: advice during it, and everything laid open after it.

| file      | holds                                                                    |
| --------- | ------------------------------------------------------------------------ |
| hints.py  | a hint on request, in friendly matches                                   |
| review.py | what each decision of a finished match was worth                         |
| analysis.py | any moment of a finished match for a device that thinks itself, and what might have been |
| replay.py | steps, pictures, the record, and whether the deal was fair               |
| archive.py | all this kept in pages, which outlive the rules they were made by        |
"""
