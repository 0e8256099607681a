/**
 * The impacted targets of an entry, as pages and JSON show them: the first names, or why everything
 * counts, and the upload that they come from.
 */
import type { Entry, Queue } from "../../../engine/model/queue.js";
import type { QueueStore, Upload } from "../../ports/queue-store.js";

/** A list may have half a million names. */
const MOST_NAMES = 50;
const SHORT_COMMIT = 10;

export type ShownTargets = (
  | { readonly kind: "list"; readonly names: readonly string[]; readonly total: number }
  | { readonly kind: "all"; readonly why: string }
) & {
  /** null: none for its head commit, or older than what is kept. */
  readonly upload: Upload | null;
};

export async function readTargets(
  queue: Queue,
  entry: Entry,
  store: Pick<QueueStore, "findUpload">,
): Promise<ShownTargets> {
  const { number, headSha } = entry.facts;
  const upload = await store.findUpload(queue.id, number, headSha);
  return { ...shownTargets(queue, entry, upload?.cause), upload };
}

function shownTargets({ settings }: Queue, { targets, facts }: Entry, cause: string | undefined) {
  const all = (why: string) => ({ kind: "all", why }) as const;
  if (settings.mode === "single") {
    return all("The queue is in single mode: each pull request waits for those ahead of it.");
  }
  if (targets === null) {
    const head = facts.headSha.slice(0, SHORT_COMMIT);
    return all(`No impacted targets were uploaded for its head commit ${head} yet.`);
  }
  if (targets.kind === "all") {
    if (cause !== undefined) return all(`Its upload reports that everything is affected: ${cause}`);
    return all(
      "Its upload reports that everything is affected. With the Action, the log and the summary of that job name the file or rule.",
    );
  }
  return { kind: "list", names: targets.names.slice(0, MOST_NAMES), total: targets.names.length } as const;
}
