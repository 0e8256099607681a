/** For a test that waits for minutes of real time: `npm run test:deep` runs it, other runs show it as skipped and why. */
import { it } from "@jest/globals";
import { TEST_SIZE } from "./test-size.js";

export function itAtFullSize(title: string, test: () => Promise<void>): void {
  if (TEST_SIZE === "full") it(title, test);
  else it.skip(`${title}, SKIPPED: it runs in npm run test:deep`, test);
}
