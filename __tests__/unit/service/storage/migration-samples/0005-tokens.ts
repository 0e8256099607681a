/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const TIME = 1_767_225_600_000;

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  tokens: [
    {
      id: "AAAAAAAAAAA1",
      name: "ci",
      digest: "a".repeat(64),
      scopes: '["targets","submit"]',
      repositories: '["github.com/octo/mono"]',
      created_at: TIME,
      expires_at: TIME + 7_776_000_000,
      revoked_at: null,
      last_used_at: TIME + 60_000,
    },
    {
      id: "AAAAAAAAAAA2",
      name: "",
      digest: "b".repeat(64),
      scopes: '["read","targets","submit","priority","admin"]',
      repositories: "null",
      created_at: TIME + 1,
      expires_at: null,
      revoked_at: TIME + 2,
      last_used_at: null,
    },
  ],
};
