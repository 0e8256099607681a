/** What the author of a pull request wants its squash or merge commit to be called: a line of its text. Hostile, like all of it. */

const LINE = /^merge-commit-title:[ \t]*([^\r\n]+)/m;
/** Written to be looked at, or to turn around what follows it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;
const LONGEST = 200;

/** `merge-commit-title: <title>`; the first such line counts. Null where there is none, or nothing in it. */
export function mergeTitleIn(body: string): string | null {
  const wanted = LINE.exec(body)?.[1]?.replaceAll(INVISIBLE, " ").trim() ?? "";
  const short = Array.from(wanted).slice(0, LONGEST).join("").trim();
  return short === "" ? null : short;
}
