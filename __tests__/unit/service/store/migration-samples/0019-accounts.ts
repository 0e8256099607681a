/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */

const TIME = 1_767_226_000_000;

export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  page_sessions: [
    {
      digest: "8b".repeat(32),
      token_id: null,
      proof: null,
      account_id: 583_231,
      login: "mona",
      created_at: TIME,
      expires_at: TIME + 43_200_000,
    },
  ],
};
