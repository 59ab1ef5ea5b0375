"""A game's rules and its Master as one WebAssembly module, made from the very same Python (docs/wasm.md).

| file       | holds                                                                                |
| ---------- | ------------------------------------------------------------------------------------ |
| entries.py | the functions that JavaScript calls, and the memory they work on                     |
| lower.py   | Numba's intermediate code, turned into a module without a linker                     |
| build.py   | one game's module and its description, written to a folder                           |
| shelf.py   | where modules lie, and their names, which say what they were made from               |
"""
