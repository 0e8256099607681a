/** A new setting of queues is one entry of one table: nothing else lists them. */
import { expect, it } from "@jest/globals";
import { SETTING_NAMES } from "../../src/domain/queue-settings.js";
import { sourceFiles } from "../support/source-files.js";

const TABLE = "src/domain/queue-settings.ts";
/** More than any file acts on. */
const MOST_NAMES = 6;
/** Words that mean other things too. */
const EVERYDAY_WORDS: readonly string[] = ["mode", "concurrency", "batch", "landing"];

it("no file but the table lists the settings of a queue", () => {
  const names = SETTING_NAMES.filter((name) => !EVERYDAY_WORDS.includes(name));
  const listing = sourceFiles("src").filter(
    ({ text }) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).length > MOST_NAMES,
  );
  expect(listing.map(({ path }) => path)).toEqual([TABLE]);
});
