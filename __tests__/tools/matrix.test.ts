/** What the real tools answer, once completed, is at least what has to be in the list, and nearly never more. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type FivePackages,
  fivePackages,
  PULL_REQUESTS,
  type PullRequestName,
} from "../support/five-packages.js";
import { listOf } from "../support/list-of-answer.js";
import { bySize } from "../support/test-size.js";
import { ToolCheckout } from "../support/tool-checkout.js";
import { INSTALLED_TOOLS, type InstalledTool, putInto } from "./installed-tools.js";

/** A busy machine takes its time, and nothing here is about time. */
const PATIENCE_MS = 300_000;
/** Each answer takes seconds: `npm run test:all` asks older versions too. */
const FOR_OLDER = bySize<readonly string[]>({
  reduced: [],
  share: [],
  all: ["docs begins to use core"],
  full: ["docs begins to use core", "core edit", "docs deleted"],
});
const FOR_NEWEST = bySize<readonly string[]>({
  reduced: ["docs begins to use core"],
  share: ["core edit", "docs begins to use core"],
  all: ["core edit", "docs deleted", "docs begins to use core", "lock file"],
  full: Object.keys(PULL_REQUESTS),
});
const TOOLS = INSTALLED_TOOLS.filter(({ isOlder }) => !isOlder || FOR_OLDER.length > 0);

describe.each(TOOLS)("$title", (tool) => {
  let five: FivePackages;
  let checkout: ToolCheckout;

  beforeAll(async () => {
    five = await fivePackages(tool.layout);
    checkout = await ToolCheckout.create(five.repository);
    await putInto(checkout.folder, tool);
  }, PATIENCE_MS);

  afterAll(async () => {
    await checkout.remove();
    await five.repository.remove();
  }, PATIENCE_MS);

  it.each(pullRequestsFor(tool))(
    "%s: the list is %j",
    async (name, expected) => {
      const context = await checkout.at(five.merges.get(name) ?? "");
      const list = listOf(await tool.source.answer(context), context);
      if (expected === "ALL" || typeof list === "string") {
        expect(String(list).slice(0, 3)).toBe(expected);
        return;
      }
      expect(list).toEqual(expect.arrayContaining([...expected]));
      expect(list.filter((target) => !expected.includes(target))).toEqual(extras(tool, name));
    },
    PATIENCE_MS,
  );

  it("leaves nothing behind that git would see", async () => {
    expect(await checkout.git("status", "--porcelain")).toBe("");
  });
});

function pullRequestsFor({ isOlder, source }: InstalledTool): [PullRequestName, readonly string[] | "ALL"][] {
  const all = Object.entries(PULL_REQUESTS) as [PullRequestName, readonly string[] | "ALL"][];
  return all
    .filter(([name]) => (isOlder ? FOR_OLDER : FOR_NEWEST).includes(name))
    .map(([name, ideal]) => {
      // It refuses to work while its own list names a folder that is gone.
      const isRefused = source.name === "rush" && name === "docs deleted";
      return [name, isRefused ? "ALL" : ideal];
    });
}

/** What a tool names without need. The files of a project that is gone belong to the root for some, or to everybody. */
function extras({ source, title }: InstalledTool, name: PullRequestName): readonly string[] {
  if (name !== "docs deleted" || title === "turbo 2.7") return [];
  return { nx: ["api", "core", "ui", "web"], turbo: ["//"], pnpm: ["five"] }[source.name] ?? [];
}
