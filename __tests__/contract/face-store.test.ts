/** Every store of what people see keeps the promises of the port. A new store is one more line here. */
import { faceMarks } from "../../src/service/storage/sql/face-marks.js";
import { SqlFaceStore } from "../../src/service/storage/sql/sql-face-store.js";
import { describeSqlStores } from "../support/sql-stores.js";
import { faceStoreContract } from "./face-store.js";

describeSqlStores("queues, target_lists, github_faces", (open) =>
  faceStoreContract(async (marksOf) => {
    const { store, db, close } = await open(faceMarks(marksOf));
    return { queues: store, faces: new SqlFaceStore(db), close };
  }),
);
