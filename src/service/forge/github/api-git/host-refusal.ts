/** What GitHub's API says when its rules for a branch refuse a change of it, and whether that may change by itself. */
import { mayPassByItself } from "../../../git/branch-rules.js";
import { RefusedByHost } from "../../../ports/world-error.js";

const OF_RULES =
  /\bprotected (branch|ref)\b|\brule violations?\b|\bstatus checks?\b|\bpull request\b|\bnot authorized to push\b|\bmerge commits?\b|\blinear history\b|\bsign(ed|atures?)\b|\breviews?\b|\bforce-push\b|\bCannot (create|update|delete) this\b|\bcreations? being restricted\b|\brefusing to allow an?\b/i;

/** What is said beside the rules themselves. */
const BESIDE = /\bupdate failed\b|\brule violations? found\b/i;

/** Null where it was something else that failed. `words` are GitHub's own, in one line. */
export function hostRefusal(what: string, words: string): RefusedByHost | null {
  if (!OF_RULES.test(words)) return null;
  const rules = words.split(/(?<=\.)\s+/).filter((sentence) => !BESIDE.test(sentence));
  return new RefusedByHost(
    `${what} was refused by the repository's own rules: ${words}`,
    rules.length > 0 && rules.every(mayPassByItself),
    "rules",
  );
}
