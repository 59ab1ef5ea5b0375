"""Check every text: the same keys and parameters in all languages, complete plurals, nothing unused or missing.

Run by `make check` as `python -m tools.check_texts`. Prints one line per fault and exits 1 if there is any.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from ochaya.cli import icu
from ochaya.cli.texts import DEFAULT, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "locales"
SOURCES = ((ROOT / "src", ("*.py",)), (ROOT / "web" / "src", ("*.ts", "*.svelte")))
HOUSE = ("site.json", "terminal.json", "web.json")
"""The files that belong to no game."""
BROKEN_ESCAPE = re.compile(r"'(?=[{}])")
"""ICU takes a straight apostrophe before a brace as "what follows is plain text": l'{card} would lose its card."""
TIGHT_ELLIPSIS = (re.compile(r"\S\s…"), "only German has a space before …")
TIGHT_PERCENT = (re.compile(r"\s%"), "no space before %")
TYPOGRAPHY: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "en": (TIGHT_ELLIPSIS, TIGHT_PERCENT),
    "pl": (TIGHT_ELLIPSIS, TIGHT_PERCENT),
    "fr": (
        TIGHT_ELLIPSIS,
        (re.compile(r"[^\u202f][:;!?»%](?!\w)|«[^\u202f]"),
         "a narrow no-break space (U+202F) stands before : ; ! ? » % and after «"),
    ),
    "de": (
        (re.compile(r"[^\s}]…"), "a space before … (but not where a word is cut short)"),
        (re.compile(r"[^\u00a0]%"), "a no-break space (U+00A0) before %"),
    ),
}
"""How each language sets its marks: what a text may not contain, and what to write instead."""


def main(locales: Path = LOCALES) -> int:
    """Print every fault; give the exit code."""
    faults = [*check(locales), *unused_keys(locales)]
    for fault in faults:
        print(fault)
    texts = sum(1 for path in locales.glob(f"{DEFAULT}/*.json") for _ in load(path))
    print(f"texts: {texts} messages in {len(LANGUAGES)} languages, {len(faults)} faults")
    return 1 if faults else 0


def check(locales: Path) -> Iterator[str]:
    """Give the faults of one folder of languages."""
    names = sorted({path.name for path in locales.glob("*/*.json")})
    for name in names:
        missing = [language for language in LANGUAGES if not (locales / language / name).is_file()]
        if missing:
            yield f"{name}: no file for {', '.join(missing)}"
            continue
        try:
            texts = {language: load(locales / language / name) for language in LANGUAGES}
        except ValueError as wrong:
            yield f"{name}: {wrong}"
            continue
        yield from check_file(name, texts)


def load(path: Path) -> dict[str, str]:
    """Read one file; a key that stands twice, or a value that is no text, is an error."""
    pairs: list[tuple[str, str]] = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    for key, value in pairs:
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{path.parent.name}: {key} is not a text")
        if keys.count(key) > 1:
            raise ValueError(f"{path.parent.name}: {key} stands twice")
    return dict(pairs)


def check_file(name: str, texts: dict[str, dict[str, str]]) -> Iterator[str]:
    """Compare one file across the languages; English is the measure."""
    measure = texts[DEFAULT]
    for language, messages in texts.items():
        place = f"{language}/{name}"
        yield from (f"{place}: {key} is missing" for key in sorted(measure.keys() - messages.keys()))
        yield from (f"{place}: {key} does not exist in {DEFAULT}" for key in sorted(messages.keys() - measure.keys()))
        for key, message in messages.items():
            yield from (f"{place}: {key}: {fault}" for fault in check_message(language, message))
            if key in measure and language != DEFAULT:
                ours, theirs = parameters(message), parameters(measure[key])
                if ours is not None and theirs is not None and ours != theirs:
                    yield f"{place}: {key}: parameters {sorted(ours)}, but {sorted(theirs)} in {DEFAULT}"


def check_message(language: str, message: str) -> Iterator[str]:
    """Give the faults of one message: unreadable, unknown placeholders, missing or foreign plurals, wrong marks."""
    try:
        nodes = icu.read(message)
    except icu.BadMessage as wrong:
        yield str(wrong)
        return
    if BROKEN_ESCAPE.search(message):
        yield "a straight apostrophe before a brace hides the placeholder: write ’"
    yield from (fault for pattern, fault in TYPOGRAPHY[language] if pattern.search(message))
    for node in icu.placeholders(nodes):
        kind = node.get("type")
        if kind not in icu.KINDS:
            yield f"{{{node['name']}, {kind}}}: this kind of placeholder is not used here"
        if kind in ("plural", "selectordinal"):
            ordinal = kind == "selectordinal"
            forms = {form for form in node["options"] if not form.startswith("=")}
            needed, known = icu.plural_forms(language, ordinal), icu.known_forms(language, ordinal)
            if needed - forms:
                yield f"{{{node['name']}}}: plural form {', '.join(sorted(needed - forms))} is missing"
            if forms - known:
                yield f"{{{node['name']}}}: {language} has no plural form {', '.join(sorted(forms - known))}"


def parameters(message: str) -> set[str] | None:
    """Name the parameters of a message; None if it cannot be read."""
    try:
        return {node["name"] for node in icu.placeholders(icu.read(message))}
    except icu.BadMessage:
        return None


def unused_keys(locales: Path) -> Iterator[str]:
    """Give the house's texts that no source names, whole or by the beginning of a built key (`f"error.{…}"`).

    Only these files can be decided so: a game's texts are named by the data of its events and views.
    """
    sources = "\n".join(
        file.read_text(encoding="utf-8") for top, patterns in SOURCES for pattern in patterns
        for file in sorted(top.rglob(pattern)))
    built = tuple(re.findall(r"[`\"']([a-z][\w-]*(?:\.[\w-]+)*\.)(?:\$?\{|[\"'] ?\+)", sources))
    quoted = set(re.findall(r"[`\"']([a-z][\w-]*(?:\.[\w-]+)*)[`\"']", sources))
    known: set[str] = set()
    for path in (locales / DEFAULT / name for name in HOUSE):
        if path.is_file():
            known |= load(path).keys()
            yield from (f"{path.name}: {key} is used nowhere" for key in load(path)
                        if key not in quoted and not key.startswith(built))
    said = set(re.findall(r"\bsite\.say\(\s*\"([\w.-]+)\"", sources))
    yield from (f"{key} is said but is in neither of {', '.join(HOUSE)}" for key in sorted(said - known))


if __name__ == "__main__":
    sys.exit(main())
