/** The end of a saved test output, for people who read it on a page. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { pullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import { readOutputTail } from "../../../../src/service/plain-git/read-output-tail.js";
import { PlainGitWorld } from "../../../support/plain-git-world.js";

const SHOP = { host: "example.com", owner: "acme", name: "shop" };
const folder = mkdtempSync(join(tmpdir(), "output-tail-"));
afterAll(() => rmSync(folder, { recursive: true }));

function saved(text: string): string {
  const path = join(folder, "run.log");
  writeFileSync(path, text);
  return path;
}

it("is the whole output when that is short", async () => {
  expect(await readOutputTail(saved("one\ntwo\n"), 100)).toEqual({ text: "one\ntwo\n", isCut: false });
  expect(await readOutputTail(saved("12345678"), 8)).toEqual({ text: "12345678", isCut: false });
  expect(await readOutputTail(saved(""), 8)).toEqual({ text: "", isCut: false });
});

it("is the last bytes of a long one, however they cut a character", async () => {
  expect(await readOutputTail(saved(`${"x".repeat(1_000_000)}end`), 3)).toEqual({ text: "end", isCut: true });
  expect(await readOutputTail(saved("€€end"), 4)).toEqual({ text: "\ufffdend", isCut: true });
});

it("is null where nothing is saved", async () => {
  expect(await readOutputTail(join(folder, "no.log"), 8)).toBeNull();
});

it("of a run is what its command printed", async () => {
  const world = await PlainGitWorld.create(SHOP, {
    testCommand: "echo to the log; echo and an error >&2; exit 1",
  });
  const run = testRunId("00000000-0000-8000-8000-000000000001");
  const finished = new Promise<void>((resolve) => {
    world.forge.onChecks(() => resolve());
  });
  const commit = await world.tip("main");
  await world.forge.startTests(SHOP, {
    ...{ run, commit, testBranch: `mq-merge/pr-7/${run}`, targetBranch: "main" },
    testedPullRequests: [pullRequestNumber(7)],
    requiredStatuses: [],
  });
  await finished;
  const tail = await world.forge.readOutput?.(SHOP, run, 1000);
  expect(tail?.text).toContain("to the log\nand an error\n");
  await world.close();
});
