/** Patterns for branch names, in the triggers of workflows and in branch protection. */

export interface BranchFilter {
  readonly branches: readonly string[] | null;
  readonly ignored: readonly string[] | null;
}

/** Whether a push to the branch passes the filter of a workflow's trigger. */
export function passesFilter({ branches, ignored }: BranchFilter, branch: string): boolean {
  if (branches !== null) return lastMatch(branches, branch);
  return ignored === null || !lastMatch(ignored, branch);
}

/** A later pattern overrides an earlier one; `!` excludes. */
function lastMatch(patterns: readonly string[], branch: string): boolean {
  const last = patterns.findLast((pattern) => matchesFilter(pattern.replace(/^!/, ""), branch));
  return last !== undefined && !last.startsWith("!");
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet */
function matchesFilter(pattern: string, branch: string): boolean {
  return new Comparison(pattern.match(FILTER_PARTS) ?? [], branch).matches();
}

/** https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/managing-a-branch-protection-rule */
export function matchesProtection(pattern: string, branch: string): boolean {
  return new Comparison(pattern.match(PROTECTION_PARTS) ?? [], branch).matches();
}

/** After a character or a set, `?` makes it optional, and `+` repeats it. */
const FILTER_PARTS = /\*\*\/|\*\*|\*|(?:\[[^\]]*\]|\\[\s\S]|[\s\S])[?+]?/g;
/** `?` alone is any one character. */
const PROTECTION_PARTS = /\*\*\/|\*\*|\*|\[[^\]]*\]|\\[\s\S]|[\s\S]/g;
/** A pattern that needs more is taken to match. */
const MOST_STEPS = 100_000;

class Comparison {
  readonly #parts: readonly string[];
  readonly #text: string;
  #steps = 0;

  constructor(parts: readonly string[], text: string) {
    this.#parts = parts;
    this.#text = text;
  }

  matches(at = 0, from = 0): boolean {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) return true;
    const part = this.#parts[at];
    if (part === undefined) return from === this.#text.length;
    if (part === "**/") return this.#afterSlashes(at, from);
    if (part === "**") return this.#anyFrom(at, from, this.#text.length);
    if (part !== "*") return this.#repeats(part, at, from);
    const slash = this.#text.indexOf("/", from);
    return this.#anyFrom(at, from, slash === -1 ? this.#text.length : slash);
  }

  #afterSlashes(at: number, from: number): boolean {
    if (this.matches(at + 1, from)) return true;
    const slash = this.#text.indexOf("/", from);
    return slash !== -1 && this.#afterSlashes(at, slash + 1);
  }

  #anyFrom(at: number, from: number, to: number): boolean {
    for (let next = from; next <= to; next += 1) if (this.matches(at + 1, next)) return true;
    return false;
  }

  #repeats(part: string, at: number, from: number): boolean {
    const [, one = "", quantifier = ""] = /^([\s\S]+?)([?+]?)$/.exec(part) ?? [];
    if (quantifier === "?" && this.matches(at + 1, from)) return true;
    for (let next = from; isOne(one, this.#text.charAt(next)); next += 1) {
      if (this.matches(at + 1, next + 1)) return true;
      if (quantifier !== "+") return false;
    }
    return false;
  }
}

function isOne(one: string, character: string): boolean {
  if (character === "") return false;
  if (one === "?") return character !== "/";
  if (!/^\[[\s\S]*\]$/.test(one)) return one.replace(/^\\(?=[\s\S])/, "") === character;
  return [...one.slice(1, -1).matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].some(([, from, to, alone]) =>
    from === undefined || to === undefined ? character === alone : character >= from && character <= to,
  );
}
