/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const TIME = 1_767_225_600_000;

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  webhook_endpoints: [
    {
      id: "ep_1",
      url: "https://example.com/hooks",
      filters: JSON.stringify(["pull_request.merged", "queue.*"]),
      repositories: JSON.stringify(["github.com/octo/mono"]),
      secret: "whsec_bmV3IHNlY3JldCBvZiB0aGUgc2FtcGxlIHJvd3M=",
      earlier_secret: "whsec_b2xkIHNlY3JldCBvZiB0aGUgc2FtcGxlIHJvd3M=",
      earlier_secret_until: TIME,
      created_at: TIME,
      disabled_at: null,
      disabled_reason: "",
      failing_since: TIME,
    },
    {
      id: "ep_2",
      url: "https://example.com/other",
      filters: JSON.stringify(["*"]),
      repositories: "[]",
      secret: "whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlIHNhbXBsZSByb3dz",
      earlier_secret: null,
      earlier_secret_until: 0,
      created_at: TIME + 1,
      disabled_at: TIME + 2,
      disabled_reason: "nothing could be delivered for five days",
      failing_since: TIME,
    },
  ],
  webhook_messages: [
    {
      id: "msg_1",
      event: "pull_request.merged",
      at: TIME,
      repository: "github.com/octo/mono",
      body: JSON.stringify({ type: "pull_request.merged", pr_number: 7 }),
    },
  ],
  webhook_deliveries: [
    {
      endpoint_id: "ep_1",
      message_id: "msg_1",
      attempts: 2,
      not_before: TIME,
      claimed_by: "a process that is gone",
      claimed_until: TIME,
      done: 0,
      delivered_at: null,
      last_status: 500,
      last_error: "answered 500",
    },
    {
      endpoint_id: "ep_2",
      message_id: "msg_1",
      attempts: 0,
      not_before: 0,
      claimed_by: null,
      claimed_until: 0,
      done: 1,
      delivered_at: TIME,
      last_status: 204,
      last_error: null,
    },
  ],
};
