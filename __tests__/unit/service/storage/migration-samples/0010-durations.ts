/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000003";
const RUN = "00000000-0000-8000-8000-000000000025";
const ENTRY = "00000000-0000-8000-8000-000000000026";
const TIME = 1_767_225_700_000;

export const rows = {
  transitions: [
    {
      queue_id: QUEUE,
      version: 4,
      position: 0,
      at: TIME,
      pull_request: 11,
      from_state: "testing",
      to_state: "failed",
      json: JSON.stringify({
        at: TIME,
        entry: ENTRY,
        pullRequest: 11,
        from: "testing",
        to: "failed",
        reason: null,
        run: RUN,
      }),
      lasted_ms: 61_000,
      since_admission_ms: 90_000,
      was_beside: 1,
    },
  ],
  effects: [
    {
      queue_id: QUEUE,
      effect_id: 8,
      json: JSON.stringify({ kind: "discardTestRun", id: 8, run: RUN, own: [11] }),
      attempts: 0,
      not_before: 0,
      done: 0,
      last_error: null,
      at: TIME,
    },
  ],
  traces: [
    {
      queue_id: QUEUE,
      pull_request: 11,
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: "vendor=1",
    },
  ],
};
