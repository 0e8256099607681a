/** The tests that have to notice a mutation of the engine: its stories. */
import base from "./jest.config.mjs";

export default { ...base, testMatch: ["<rootDir>/__tests__/mutation/*.ts"] };
