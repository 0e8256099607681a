/** Runs before each suite, and notes for `scripts/suite-limits.mjs` which process runs it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";

const notes = process.env.MERGE_QUEUE_TEST_SUITE_NOTES;
if (notes !== undefined) writeFileSync(join(notes, String(process.pid)), expect.getState().testPath ?? "");
