/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000003";
const TIME = 1_767_225_900_000;

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  effects: [
    {
      queue_id: QUEUE,
      effect_id: 1401,
      run_id: "00000000-0000-8000-8000-000000000027",
      json: JSON.stringify({
        id: 1401,
        kind: "discardTestRun",
        run: "00000000-0000-8000-8000-000000000027",
        own: [27],
      }),
      attempts: 2,
      not_before: TIME,
      done: 1,
      fate: null,
      last_error: JSON.stringify("git push for github.com/octo/mono failed with exit code 128"),
      at: TIME,
      session: 1_234_567,
      claim: 3,
    },
  ],
  turns: [{ what: "look github.com/octo/mono", next_at: TIME }],
};
