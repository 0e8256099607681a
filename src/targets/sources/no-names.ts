/**
 * What stands where a name of a target is expected, and is none: read as a name it would match no other list, so that the
 * pull request would count as apart from all that it impacts. Names that may be meant are left alone.
 */

/** Quoted, in small letters, with space around it, or by its older name. */
const ALL = /^\s*(["']?)(?:impacts_)?all\1\s*$/i;
/** What programs print for a value that they do not have. */
const NO_VALUES: ReadonlySet<string> = new Set(["null", "undefined", "None", "nil", "NaN", "true", "false"]);
/** Nearly no name begins like one of these, so that a long list costs one look at each. */
const SUSPICIOUS = /^(?:[\s"'<-]|null|undefined|None|nil|NaN|true|false|impactedTargets)/;
/** No longer name is any of these. */
const LONGEST_LOOKED_AT = 4096;

export function meansAll(text: string): boolean {
  return text.length < LONGEST_LOOKED_AT && ALL.test(text);
}

/** As the end of a sentence that begins with the place; null for a name. */
export function problemOfName(name: string): string | null {
  if (!SUSPICIOUS.test(name)) return null;
  const text = name.slice(0, LONGEST_LOOKED_AT).trim();
  if (NO_VALUES.has(text)) return `is \`${text}\`, as programs print a value that is missing`;
  if (/^(["']).*\1$/s.test(text) && text.length === name.trim().length) {
    return "is in quotes, as JSON texts are; write names without quotes (`jq -r`), or one JSON array";
  }
  if (/^</.test(text)) return "begins like HTML or XML";
  return null;
}

/** The same for a name that is a line. */
export function problemOfLine(line: string): string | null {
  if (line.includes("\r")) return "holds a carriage return; end lines by LF or by CR and LF";
  if (!SUSPICIOUS.test(line)) return null;
  if (/^\s*-(?:\s|$)/.test(line))
    return "is an entry of a YAML list; write one name per line, without the dash";
  if (/^---/.test(line)) return "begins a YAML document; write one name per line";
  if (/^\s*["']?impactedTargets["']?\s*:/.test(line)) return "is a key of YAML; write one name per line";
  return problemOfName(line);
}

/**
 * Whether names with NULs behind them are characters of UTF-16 in truth. A line break, or nothing, is no name; and of a
 * text of one line most characters are one byte and a NUL, which no list of names is.
 */
export class Utf16Watch {
  #names = 0;
  #singles = 0;
  #looksLikeIt = false;

  look(name: string): void {
    this.#names++;
    if (name.length === 1) this.#singles++;
    this.#looksLikeIt ||= name === "" || name === "\n" || name === "\r";
  }

  /** `rest` stands behind the last NUL. */
  looksLikeIt(rest: string): boolean {
    const isOneLine = rest === "" && this.#names > 1 && this.#singles * 2 > this.#names;
    return this.#looksLikeIt || isOneLine;
  }
}
