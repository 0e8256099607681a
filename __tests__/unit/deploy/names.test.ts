/** What the files in `deploy/` and the guides name is there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { deployFile, deployFiles, VARIABLES } from "../../support/deploy-files.js";
import { ROOT } from "../../support/source-files.js";

/** Of the command line and the Action, and those that tests of pull requests and our own tests find. */
const OTHERS = [
  /^MERGE_QUEUE_(API_URL|REPOSITORY|LOGINS)$/,
  /^MERGE_QUEUE_(TEST_RUN_ID|TEST_BRANCH|TARGET_BRANCH|COMMIT|PULL_REQUESTS)$/,
];

const guides = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => join("docs", name));

function variablesIn(text: string): readonly string[] {
  return [...new Set(text.match(/\bMERGE_QUEUE_[A-Z]+(?:_[A-Z]+)*\b/g))];
}

describe("variables", () => {
  it.each(deployFiles())("in deploy/%s are settings of the service", (path) => {
    const wrong = variablesIn(deployFile(path)).filter((name) => !VARIABLES.has(name));
    expect(wrong).toEqual([]);
  });

  it.each(["README.md", ...guides])("in %s are there", (path) => {
    const wrong = variablesIn(readFileSync(join(ROOT, path), "utf8")).filter(
      (name) => !VARIABLES.has(name) && !OTHERS.some((other) => other.test(name)),
    );
    expect(wrong).toEqual([]);
  });
});
