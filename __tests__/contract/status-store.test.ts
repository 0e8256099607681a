/** Every store of what people see keeps the promises of the port. A new store is one more line here. */

import { SqlStatusStore } from "../../src/service/store/sql/sql-status-store.js";
import { statusMarks } from "../../src/service/store/sql/status-marks.js";
import { describeSqlStores } from "../support/sql-stores.js";
import { statusStoreContract } from "./status-store.js";

describeSqlStores("queues, target_lists, github_faces", (open) =>
  statusStoreContract(async (marksOf) => {
    const { store, db, close } = await open(statusMarks(marksOf));
    return { queues: store, statuses: new SqlStatusStore(db), close };
  }),
);
