/** Whether what has been carried out leaves nothing to do for what was said before it of the same pull request. */
import type { Command, Said } from "../../ports/wish-store.js";

export function takesPlaceOf(later: Said, earlier: Said): boolean {
  switch (wordOf(later)) {
    case "retry":
      return wordOf(earlier) === "retry";
    case "merge":
      return wordOf(earlier) !== "retry";
    case "labeled":
      // A label leaves how something is queued to whoever says it.
      return wordOf(earlier) !== "merge";
    case "cancel":
    case "unlabeled":
      return true;
    case "unclear":
      return false;
  }
}

function wordOf(said: Said): Command["kind"] | Exclude<Said["kind"], "comment"> {
  return said.kind === "comment" ? said.command.kind : said.kind;
}
