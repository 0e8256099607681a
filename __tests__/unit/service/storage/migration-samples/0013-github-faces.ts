/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const QUEUE = "00000000-0000-4000-8000-000000000003";
const TIME = 1_767_225_800_000;

const shared = {
  repository: "github.com/octo/mono",
  queue_id: QUEUE,
  marked_at: TIME,
  rests_until: TIME,
  claimed_until: 0,
  at: TIME,
};

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  github_faces: [
    {
      ...shared,
      subject: "pull/12",
      marks: 4,
      not_before: TIME,
      attempts: 0,
      claimed_by: null,
      done: 1,
      is_final: 0,
      is_doubtful: 0,
      shown: JSON.stringify({
        moment: "00000000-0000-8000-8000-000000000012/3 testing",
        comment: { kind: "there", id: 98_765, digest: "0".repeat(64) },
        check: null,
        labels: { label: "merge-queue-testing", others: [] },
        closed: null,
      }),
      last_error: null,
    },
    {
      ...shared,
      subject: "run/00000000-0000-8000-8000-000000000027",
      marks: 1,
      not_before: TIME + 5000,
      attempts: 3,
      claimed_by: "a process that is gone",
      claimed_until: TIME,
      done: 0,
      is_final: 0,
      is_doubtful: 1,
      shown: "",
      last_error: "GitHub answered POST /pulls of octo/mono with 502",
    },
  ],
};
