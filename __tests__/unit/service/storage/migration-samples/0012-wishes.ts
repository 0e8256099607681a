/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const TIME = 1_767_225_600_000;

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  found_wishes: [{ repository: "github.com/octo/mono", until: TIME }],
  wishes: [
    {
      delivery: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
      source: "github.com/octo/mono comment 501",
      subject: "github.com/octo/mono#7",
      said_at: TIME,
      heard_at: TIME + 900,
      pushed_at: null,
      attempts: 1,
      not_before: 0,
      claimed_by: null,
      claimed_until: 0,
      outcome: "done",
      json: '{"delivery":"72d3162e-cc78-11e3-81ab-4c9367dc0958","source":"github.com/octo/mono comment 501","repository":{"host":"github.com","owner":"octo","name":"mono"},"pullRequest":7,"by":{"login":"mona","isBot":false},"said":{"kind":"comment","comment":501,"command":{"kind":"merge","priority":10,"noBatch":false}},"saidAt":1767225600000,"headSha":null}',
    },
    {
      delivery: "72d3162e-cc78-11e3-81ab-4c9367dc0959",
      source: "github.com/octo/mono#7 unlabeled 1767225660000 merge-queue-submit",
      subject: "github.com/octo/mono#7",
      said_at: TIME + 60_000,
      heard_at: TIME + 61_000,
      pushed_at: null,
      attempts: 0,
      not_before: 0,
      claimed_by: null,
      claimed_until: 0,
      outcome: null,
      json: '{"delivery":"72d3162e-cc78-11e3-81ab-4c9367dc0959","source":"github.com/octo/mono#7 unlabeled 1767225660000 merge-queue-submit","repository":{"host":"github.com","owner":"octo","name":"mono"},"pullRequest":7,"by":{"login":"dependabot[bot]","isBot":true},"said":{"kind":"unlabeled","label":"merge-queue-submit"},"saidAt":1767225660000,"headSha":"8f14e45fceea167a5a36dedd4bea2543c9a1b2c3"}',
    },
  ],
};
