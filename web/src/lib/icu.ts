// ICU messages, the part our texts use: {name}, {n, number}, plural (with =n, offset and #), selectordinal, select.
// The big libraries weigh more than the rest of the first load together; texts are checked against the real ICU
// in Python (the check of all texts), and this file against the same examples in tests/icu.test.ts.

export type Params = Readonly<Record<string, unknown>>;
type Part =
  | string
  | { arg: string; as: 'plain' }
  | { arg: string; as: 'number' }
  | { arg: string; as: 'plural' | 'selectordinal' | 'select'; offset: number; cases: Record<string, Part[]> }
  | { hash: true };

class Reader {
  at = 0;
  constructor(readonly text: string) {}

  parts(inPlural: boolean, nested: boolean): Part[] {
    const parts: Part[] = [];
    let plain = '';
    const flush = (): void => {
      if (plain) parts.push(plain);
      plain = '';
    };
    while (this.at < this.text.length) {
      const c = this.text[this.at]!;
      if (c === "'") {
        plain += this.quoted(inPlural);
      } else if (c === '{') {
        flush();
        this.at++;
        parts.push(this.argument());
      } else if (c === '}' && nested) {
        break;
      } else if (c === '#' && inPlural) {
        flush();
        parts.push({ hash: true });
        this.at++;
      } else {
        plain += c;
        this.at++;
      }
    }
    flush();
    return parts;
  }

  private quoted(inPlural: boolean): string {
    const next = this.text[this.at + 1];
    if (next === "'") {
      this.at += 2;
      return "'";
    }
    if (next !== '{' && next !== '}' && !(next === '#' && inPlural)) {
      this.at++;
      return "'";
    }
    let out = '';
    this.at++;
    while (this.at < this.text.length) {
      if (this.text[this.at] === "'") {
        if (this.text[this.at + 1] !== "'") break;
        this.at++;
      }
      out += this.text[this.at++];
    }
    this.at++;
    return out;
  }

  private word(): string {
    this.space();
    const match = /^[^\s,{}]+/.exec(this.text.slice(this.at));
    if (!match) throw new SyntaxError(`name expected at ${this.at} in ${this.text}`);
    this.at += match[0].length;
    this.space();
    return match[0];
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private take(c: string): void {
    if (this.text[this.at] !== c) throw new SyntaxError(`${c} expected at ${this.at} in ${this.text}`);
    this.at++;
  }

  private argument(): Part {
    const arg = this.word();
    if (this.text[this.at] === '}') {
      this.at++;
      return { arg, as: 'plain' };
    }
    this.take(',');
    const as = this.word();
    if (as === 'number') {
      this.take('}');
      return { arg, as };
    }
    if (as !== 'plural' && as !== 'selectordinal' && as !== 'select') throw new SyntaxError(`unknown kind ${as}`);
    this.take(',');
    this.space();
    let offset = 0;
    const given = /^offset:\s*(\d+)\s*/.exec(this.text.slice(this.at));
    if (given) {
      offset = Number(given[1]);
      this.at += given[0].length;
    }
    const cases: Record<string, Part[]> = {};
    while (this.text[this.at] !== '}') {
      const name = this.word();
      this.take('{');
      cases[name] = this.parts(as !== 'select', true);
      this.take('}');
      this.space();
    }
    this.at++;
    if (!cases['other']) throw new SyntaxError(`no "other" in ${this.text}`);
    return { arg, as, offset, cases };
  }
}

const parsed = new Map<string, Part[]>();

/** Making one of the browser's formatters costs far more than using it. */
function kept<T>(make: (language: string) => T): (language: string) => T {
  const known = new Map<string, T>();
  return (language) => {
    const found = known.get(language) ?? make(language);
    known.set(language, found);
    return found;
  };
}
const numbers = kept((language) => new Intl.NumberFormat(language));
const cardinals = kept((language) => new Intl.PluralRules(language));
const ordinals = kept((language) => new Intl.PluralRules(language, { type: 'ordinal' }));

/** The parts of a message; a broken message is an error that names it. */
export function parse(message: string): Part[] {
  let parts = parsed.get(message);
  if (!parts) {
    const reader = new Reader(message);
    parts = reader.parts(false, false);
    parsed.set(message, parts);
  }
  return parts;
}

/** Say a message in a language with these parameters. */
export function format(message: string, params: Params, language: string): string {
  return say(parse(message), params, language, 0);
}

function say(parts: Part[], params: Params, language: string, count: number): string {
  let out = '';
  for (const part of parts) {
    if (typeof part === 'string') out += part;
    else if ('hash' in part) out += numbers(language).format(count);
    else {
      const value = params[part.arg];
      if (part.as === 'plain') out += value === undefined ? `{${part.arg}}` : plain(value, language);
      else if (part.as === 'number') out += numbers(language).format(Number(value));
      else if (part.as === 'select')
        out += say(part.cases[String(value)] ?? part.cases['other']!, params, language, count);
      else {
        const n = Number(value);
        const form = (part.as === 'plural' ? cardinals : ordinals)(language).select(n - part.offset);
        out += say(part.cases[`=${n}`] ?? part.cases[form] ?? part.cases['other']!, params, language, n - part.offset);
      }
    }
  }
  return out;
}

function plain(value: unknown, language: string): string {
  return typeof value === 'number' ? numbers(language).format(value) : String(value);
}
