/** The impacted targets of an entry, as pages and JSON show them: the first names, or why everything counts. */
import type { Entry, Queue } from "../../../engine/model/queue.js";

/** A list may have half a million names. */
const MOST_NAMES = 50;

export type ShownTargets =
  | { readonly kind: "list"; readonly names: readonly string[]; readonly total: number }
  | { readonly kind: "all"; readonly why: string };

export function shownTargets({ settings }: Queue, { targets }: Entry): ShownTargets {
  if (settings.mode === "single") {
    return {
      kind: "all",
      why: "The queue is in single mode: each pull request waits for those ahead of it.",
    };
  }
  if (targets === null)
    return { kind: "all", why: "No impacted targets were uploaded for its head commit yet." };
  if (targets.kind === "all") return { kind: "all", why: "Its upload reports that everything is affected." };
  return { kind: "list", names: targets.names.slice(0, MOST_NAMES), total: targets.names.length };
}
