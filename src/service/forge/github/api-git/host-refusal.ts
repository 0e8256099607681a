/** What GitHub's API says when its rules for a branch refuse a change of it, and whether that may change by itself. */
import { mayPassByItself } from "../../../git/branch-rules.js";
import { RefusedByHost } from "../../../ports/world-error.js";

const OF_RULES =
  /\bprotected (branch|ref)\b|\brule violations?\b|\bstatus checks?\b|\bpull request\b|\bnot authorized to push\b|\bmerge commits?\b|\blinear history\b|\bsign(ed|atures?)\b|\breviews?\b|\bforce-push\b|\bCannot (create|update|delete) this\b|\bcreations? being restricted\b|\brefusing to allow an?\b/i;

/** What is said before the rules themselves. */
const BEFORE = /^.*?\b(?:rule violations? found|update failed)(?: for [\w./-]+)?[.\s]*/i;

/** Null where it was something else that failed. `words` are GitHub's own, in one line. */
export function hostRefusal(what: string, words: string): RefusedByHost | null {
  if (!OF_RULES.test(words)) return null;
  const rules = words.replace(BEFORE, "").split(/(?<=\.)\s+/);
  return new RefusedByHost(
    `${what} was refused by the repository's own rules: ${words}`,
    rules.every(mayPassByItself),
    "rules",
  );
}
