/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000003";
const RUN = "00000000-0000-8000-8000-000000000023";

function land(id: number, fate: string | null) {
  return {
    queue_id: QUEUE,
    effect_id: id,
    json: JSON.stringify({
      kind: "land",
      id,
      run: RUN,
      targetBranch: "hedged",
      expectedTip: "3".repeat(40),
      newTip: "5".repeat(40),
      tree: "c".repeat(40),
    }),
    attempts: 0,
    not_before: 0,
    done: 1,
    fate,
    last_error: null,
  };
}

/** In an order in which rows refer only to rows before them. */
export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  effects: [land(27, "withdrawn"), land(28, "pushed"), land(29, null)],
};
