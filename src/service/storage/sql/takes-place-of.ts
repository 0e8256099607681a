/** Whether what has been carried out leaves nothing to do for what was said before it of the same pull request. */
import type { Command, Said } from "../../ports/wish-store.js";

type Word = Command["kind"] | Exclude<Said["kind"], "comment">;

/** What is said of whether the pull request is in the queue. */
const ABOUT_STAYING: ReadonlySet<Word> = new Set(["merge", "cancel", "labeled", "unlabeled"]);

export function takesPlaceOf(later: Said, earlier: Said): boolean {
  switch (wordOf(later)) {
    case "retry":
      return wordOf(earlier) === "retry";
    case "merge":
      return ABOUT_STAYING.has(wordOf(earlier));
    case "labeled":
      // A label leaves how something is queued to whoever says it.
      return ABOUT_STAYING.has(wordOf(earlier)) && wordOf(earlier) !== "merge";
    case "cancel":
    case "unlabeled":
      return true;
    case "unclear":
      return false;
  }
}

function wordOf(said: Said): Word {
  return said.kind === "comment" ? said.command.kind : said.kind;
}
