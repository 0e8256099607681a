/** Every store of tokens keeps the promises of the port. A new one is one more line here. */
import { describe } from "@jest/globals";
import { createMemoryTokenStore } from "../../src/service/storage/memory/memory-token-store.js";
import { openSqliteStore } from "../../src/service/storage/sqlite/open-sqlite-store.js";
import { tokenStoreContract } from "./token-store.js";

const nothing = () => Promise.resolve();

describe("memory", () =>
  tokenStoreContract(() => Promise.resolve({ tokens: createMemoryTokenStore(), close: nothing })));
describe("sqlite", () =>
  tokenStoreContract(async () => {
    const store = await openSqliteStore({ path: ":memory:", engine: "1.0.0" });
    return { tokens: store.tokens, close: () => store.close() };
  }));
