/**
 * Tests that smaller runs leave out, and show as skipped: see `test-size.ts`. `npm test` and CI keep the quickest tests of
 * a suite that takes long; `npm run test:all -- PATTERN` runs all of them, and so does `npm run check:quick`.
 */
import { it } from "@jest/globals";
import { isAtLeast } from "./test-size.js";

/** In CI and in larger runs. */
export const itInCi: typeof it.skip = isAtLeast("share") ? it : it.skip;

/** In `npm run test:all` and `npm run test:deep`. */
export const itInAll: typeof it.skip = isAtLeast("all") ? it : it.skip;

/** For a test that waits for minutes of real time: only `npm run test:deep` runs it. */
export const itInDeep: typeof it.skip = isAtLeast("full") ? it : it.skip;
