/** The tests that start real external tools, which `npm run test:tools` installs before. */
import config from "./jest.config.mjs";

export default {
  ...config,
  testMatch: ["<rootDir>/__tests__/tools/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
