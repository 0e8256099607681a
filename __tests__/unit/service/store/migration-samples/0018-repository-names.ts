/** Rows as a store held them after the migration of the same name. They never change: real stores hold such rows. */
export const rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>> = {
  repository_names: [{ repository: "github.com/acme/shop", id: 905_114_207, owner: "mega", name: "store" }],
};
