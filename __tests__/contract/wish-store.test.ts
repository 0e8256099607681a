/** Every store of wishes keeps the promises of the port. A new one is one more line here. */
import { SqlWishStore } from "../../src/service/storage/sql/sql-wish-store.js";
import { describeSqlStores } from "../support/sql-stores.js";
import { wishStoreContract } from "./wish-store.js";

describeSqlStores("wishes", (open) =>
  wishStoreContract(async () => {
    const { db, close } = await open();
    return { wishes: new SqlWishStore(db), close };
  }),
);
