"""Turns what Numba makes of Python for this processor into one WebAssembly module.

Numba lowers functions to LLVM's intermediate code; llvmlite, which Numba brings, knows the WebAssembly target; one
relocatable object without outside references can be instantiated as it is, so no linker is needed. This must run with
NUMBA_OPT=0: optimised for x86-64, the intermediate code has 64-bit offsets of structures baked in. Unoptimised, LLVM
lays them out for the target we name, and optimises for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import llvmlite.binding as llvm

from ochaya.wasm.beside import Halves, take_out, tellers

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
HEAD = f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n'
ADDRESS = "numba.dynamic.globals"
"""How Numba names an address baked into its code."""
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
RAISING = (
    "numba_gil_ensure", "numba_gil_release", "numba_do_raise", "numba_unpickle", "numba_runtime_build_excinfo_struct",
    "PyErr_[A-Za-z]+", "PyUnicode_FromString", "PyBytes_FromStringAndSize", "Py_DecRef", "NRT_Free",
)
"""What Numba calls to raise an exception, which rules never do: a module that comes there stops."""


def for_wasm(text: str, names: Mapping[str, str]) -> str:
    """Rewrite one module's text for the other target, its entries (short name to Numba's) under their short names."""
    for counting in ("NRT_incref", "NRT_decref"):  # all memory is the caller's or the stack's: nothing is counted
        body = re.search(rf"^define[^\n]*@{counting}\([^\n]*\{{\n.*?^\}}\n", text, re.M | re.S)
        if body:
            text = text.replace(body[0], re.sub(r"\{\n.*", "{\n  ret void\n}\n", body[0], flags=re.S))
    text = re.sub(r'"target-cpu"="[^"]*"|"target-features"="[^"]*"', "", text)
    text = re.sub(r"^declare i8 @llvm\.x86.*\n|^target (datalayout|triple).*\n", "", text, flags=re.M)
    text = re.sub(r"= common( local_unnamed_addr)? global", "= weak global", text)  # there are no common symbols
    for ours, name in (("llvm.sqrt.f64", "sqrt"), ("llvm.sqrt.f32", "sqrtf")):  # an instruction, exact everywhere
        text = re.sub(rf'@"?{name}"?\(', f"@{ours}(", text)
    raising = "|".join(RAISING)
    text = re.sub(
        rf'^declare ([^@\n]*)@"?({raising})"?(\([^\n]*?\))[^)\n]*$',
        r"define weak \1@\2\3 {\n  call void @llvm.trap()\n  unreachable\n}", text, flags=re.M,
    )
    for short, long in names.items():
        text = text.replace(f'@"{long}"', f"@{short}").replace(f"@{long}", f"@{short}")
    trap = "" if "@llvm.trap" not in text or "declare void @llvm.trap" in text else "\ndeclare void @llvm.trap()\n"
    return HEAD + text + trap


def _missing(module: Any) -> list[str]:
    """Name what a module would need from outside: functions of a runtime, addresses in this process."""
    called = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    return called + [one.name for one in module.global_variables if one.is_declaration or ADDRESS in one.name]


def data_bytes(code: bytes) -> int:
    """Read from a module how many bytes of memory its own data take: it asks for so many pages of 64 kB."""
    mark = b"\x0f__linear_memory\x02"
    at = code.index(mark) + len(mark) + 1  # past the flags
    pages = shift = 0
    while True:
        pages |= (code[at] & 0x7F) << shift
        if code[at] < 0x80:
            return pages << 16
        at, shift = at + 1, shift + 7


def lowered(made: Mapping[str, Any]) -> tuple[bytes, list[str], list[Halves]]:
    """Give one module with all these entries, functions 1, 2, … of the table that JavaScript passes in.

    With it come the entries' names in order, those that tell the places of `beside.py`'s tables last, and the tables.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    names = {f"ochaya_{short}": function.native_name for short, function in made.items()}
    module = llvm.parse_assembly(HEAD)
    tables: dict[str, Halves] = {}
    for function in made.values():
        text = take_out(function._library.get_llvm_str(), tables)
        module.link_in(llvm.parse_assembly(for_wasm(text, names)))
    places = tellers(tables)
    for text in places.values():
        module.link_in(llvm.parse_assembly(HEAD + text))
    entries = [*made, *places]
    exported = [f"ochaya_{entry}" for entry in entries]
    table = ", ".join(f"ptr @{name}" for name in exported)
    declared = "".join(f"declare void @{name}()\n" for name in exported)
    module.link_in(
        llvm.parse_assembly(f"{HEAD}{declared}@ochaya_entries = constant [{len(exported)} x ptr] [{table}]\n")
    )
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name not in (*exported, "ochaya_entries"):
            thing.linkage = "external" if thing.name in tables else "internal"
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    if left := _missing(module):
        raise ValueError(f"a module must bring all it needs, but these are missing: {', '.join(left)}")
    made_object: bytes = machine.emit_object(module)
    return made_object, entries, list(tables.values())
