/**
 * Texts that are not names of targets but may stand in the place of one. Read as a name, such a text would match no
 * other list, and the pull request would count as independent of the targets that it impacts. Possible names are
 * accepted.
 */

/** In quotes, in lower case, with white space around it, or by its older name. */
const ALL = /^\s*(["']?)(?:impacts_)?all\1\s*$/i;
/** What programs print for a missing value. */
const NO_VALUES: ReadonlySet<string> = new Set(["null", "undefined", "None", "nil", "NaN", "true", "false"]);
/** Few names begin like one of these, so most names of a long list cost one test each. */
const SUSPICIOUS = /^(?:[\s"'<-]|null|undefined|None|nil|NaN|true|false|impactedTargets)/;
/** No longer text is any of these. */
const LONGEST_CHECKED = 4096;
/** By the first byte: whether no text that begins with it is blank or suspicious. */
const ORDINARY_STARTS: readonly boolean[] = Array.from({ length: 0x80 }, (_, code) => {
  const first = String.fromCharCode(code);
  return code > 0x20 && code < 0x7f && !/[\s"'<\-nuNtfi]/.test(first);
});

/** For a line without a carriage return: false only means that it has to be examined. */
export function isOrdinaryStart(byte: number): boolean {
  return ORDINARY_STARTS[byte] === true;
}

export function meansAll(text: string): boolean {
  return text.length < LONGEST_CHECKED && ALL.test(text);
}

/** Returns the end of a sentence that begins with the place; null for a name. */
export function problemOfName(name: string): string | null {
  if (!SUSPICIOUS.test(name)) return null;
  const text = name.slice(0, LONGEST_CHECKED).trim();
  if (NO_VALUES.has(text)) return `is \`${text}\`, which programs print for a missing value`;
  if (/^(["']).*\1$/s.test(text) && text.length === name.trim().length) {
    return "is in quotes, like a JSON string; write names without quotes (`jq -r`), or one JSON array";
  }
  if (/^</.test(text)) return "begins like HTML or XML";
  return null;
}

/** The same for a name that is a line. */
export function problemOfLine(line: string): string | null {
  if (line.includes("\r")) return "contains a carriage return; end lines with LF or with CR and LF";
  if (!SUSPICIOUS.test(line)) return null;
  if (/^\s*-(?:\s|$)/.test(line))
    return "is an entry of a YAML list; write one name per line, without the dash";
  if (/^---/.test(line)) return "begins a YAML document; write one name per line";
  if (/^\s*["']?impactedTargets["']?\s*:/.test(line)) return "is a key of YAML; write one name per line";
  return problemOfName(line);
}

/**
 * Detects names before NULs that are really characters of UTF-16. An empty name or one that is only a line break shows
 * it; so does a text of one line in which most characters are one byte and a NUL, unlike any list of names.
 */
export class Utf16Watch {
  #names = 0;
  #singles = 0;
  #looksLikeIt = false;

  add(name: string): void {
    this.#names++;
    if (name.length === 1) this.#singles++;
    this.#looksLikeIt ||= name === "" || name === "\n" || name === "\r";
  }

  /** `rest`: the text after the last NUL. */
  looksLikeIt(rest: string): boolean {
    const isOneLine = rest === "" && this.#names > 1 && this.#singles * 2 > this.#names;
    return this.#looksLikeIt || isOneLine;
  }
}
