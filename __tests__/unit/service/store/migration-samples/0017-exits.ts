/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */
import { rows as baseline } from "./0013-github-faces.js";

const TIME = 1_767_226_100_000;
const [entry] = baseline["concluded_entries"] ?? [];

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  concluded_entries: [
    {
      queue_id: "00000000-0000-4000-8000-000000000003",
      sequence: 1701,
      pull_request: 17,
      json: String(entry?.["json"])
        .replace('"number":7', '"number":17')
        .replace('"sequence":1', '"sequence":1701')
        .replace('"stateSince":1767225600000', `"stateSince":${TIME}`),
      targets_digest: null,
      earlier_targets_digest: null,
      replaced_at: null,
      ended_at: TIME,
      submitted_at: TIME - 500_000,
      ending: "failed",
      author: "mona",
      reason: "MERGE_ITEM_NOW_READY",
    },
  ],
};
