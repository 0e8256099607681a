/** The real Nx, where imports alone make dependencies: those that a pull request adds are in its list, and no others. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  IMPORT_CHANGES,
  type ImportChange,
  type ImportingProjects,
  importingProjects,
} from "../support/importing-projects.js";
import { listOf } from "../support/list-of-answer.js";
import { rowsBySize, TEST_SIZE } from "../support/test-size.js";
import { ToolCheckout } from "../support/tool-checkout.js";
import { INSTALLED_TOOLS, putInto } from "./installed-tools.js";

/** A busy machine takes its time, and nothing here is about time. */
const PATIENCE_MS = 300_000;
/** `npm run test:deep` asks the older ones too. */
const VERSIONS = INSTALLED_TOOLS.filter(
  ({ source, isOlder }) => source.name === "nx" && (!isOlder || TEST_SIZE === "full"),
);
/** Of these Nx does not tell which file it found an import in, so that a list may have more than it has to. */
const WITHOUT_FILES = ["nx 15"];

describe.each(VERSIONS)("$title", (tool) => {
  let projects: ImportingProjects;
  let checkout: ToolCheckout;

  beforeAll(async () => {
    projects = await importingProjects();
    checkout = await ToolCheckout.create(projects.repository);
    await putInto(checkout.folder, tool);
  }, PATIENCE_MS);

  afterAll(async () => {
    await checkout.remove();
    await projects.repository.remove();
  }, PATIENCE_MS);

  it.each(rowsBySize(Object.entries(IMPORT_CHANGES)))(
    "%s",
    async (name, { list }) => {
      const context = await checkout.at(projects.merges.get(name as ImportChange) ?? "");
      const found = listOf(await tool.source.answer(context), context);
      if (WITHOUT_FILES.includes(tool.title)) expect(found).toEqual(expect.arrayContaining([...list]));
      else expect(found).toEqual(list);
    },
    PATIENCE_MS,
  );

  it("leaves nothing behind that git would see", async () => {
    expect(await checkout.git("status", "--porcelain")).toBe("");
  });
});
