/** The ids of repositories outlast the process, on every database. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { RepositoryNameStore } from "../../src/service/ports/forge.js";
import { SqlRepositoryNames } from "../../src/service/store/sql/sql-repository-names.js";
import { describeSqlStores } from "../support/sql-stores.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const STORE = { ...SHOP, owner: "mega", name: "store" };
/** GitHub's ids exceed 32 bits in a few years. */
const ID = 9_051_142_070;

describeSqlStores("repository_names", (open) => {
  let names: RepositoryNameStore;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const opened = await open();
    ({ close } = opened);
    names = new SqlRepositoryNames(opened.db);
  });
  afterEach(() => close());

  it("returns the newest name of each configured repository", async () => {
    expect(await names.all()).toEqual([]);
    await names.save({ configured: SHOP, id: ID, present: SHOP });
    await names.save({ configured: { ...SHOP, owner: "ACME" }, id: ID, present: STORE });
    await names.save({ configured: STORE, id: 2, present: STORE });
    const all = (await names.all()).toSorted((one, other) => other.id - one.id);
    expect(all).toEqual([
      { configured: SHOP, id: ID, present: STORE },
      { configured: STORE, id: 2, present: STORE },
    ]);
  });

  it("leaves out names that no repository can have", async () => {
    await names.save({ configured: SHOP, id: ID, present: { ...SHOP, name: "../x'); --" } });
    expect(await names.all()).toEqual([]);
  });
});
