/** Every store of wishes keeps the promises of the port. A new one is one more line here. */
import { expect, it } from "@jest/globals";
import { sql } from "kysely";
import { ONLY_PROCESS } from "../../src/service/ports/session.js";
import { SqlCommandStore } from "../../src/service/store/sql/sql-command-store.js";
import { openSqlite } from "../../src/service/store/sqlite/open-sqlite-store.js";
import { describeSqlStores } from "../support/sql-stores.js";
import { aCommand, commandStoreContract } from "./command-store.js";

describeSqlStores("wishes", (open) =>
  commandStoreContract(async () => {
    const { db, close } = await open();
    return { commands: new SqlCommandStore(db), close };
  }),
);

it("one that is damaged keeps no other from being carried out", async () => {
  const { store, db } = await openSqlite({ path: ":memory:", engine: "1.0.0" });
  const commands = new SqlCommandStore(db);
  for (const number of [1, 2]) await commands.add(aCommand(number, number), 0, 9);
  await sql`update wishes set json = '{' where delivery = 'delivery-1'`.execute(db);
  const claim = { claimant: ONLY_PROCESS.claimant(), now: 0, limit: 9, held: [], repositories: null };
  expect((await commands.claim(claim)).map(({ command }) => command.delivery)).toEqual(["delivery-2"]);
  await sql`update wishes set outcome = 'done'`.execute(db);
  const { repository, pullRequest } = aCommand(1, 1);
  expect(await commands.lastSubmission(repository, pullRequest)).toBeNull();
  await store.close();
});
