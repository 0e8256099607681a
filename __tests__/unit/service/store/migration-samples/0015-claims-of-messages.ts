/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const TIME = 1_767_226_000_000;

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  webhook_messages: [
    { id: "msg_15", event: "pull_request.merged", at: TIME, repository: "github.com/octo/mono", body: "{}" },
  ],
  webhook_deliveries: [
    {
      endpoint_id: "ep_2",
      message_id: "msg_15",
      attempts: 1,
      not_before: TIME,
      claimed_by: null,
      claimed_until: TIME + 30_000,
      done: 0,
      delivered_at: null,
      last_status: 503,
      last_error: "answered 503",
      session: 1_234_567,
      claim: 2,
    },
  ],
};
