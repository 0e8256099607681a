/**
 * A wind tunnel of CI files: workflows with the structure of real ones, triggered by push and by draft pull request,
 * whose jobs pass, fail, and fail once. Nothing counts as passed unless docs/adr/0001 allows it on exactly that commit.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { CI_BUGS } from "../support/actions/ci-bugs.js";
import { decides } from "../support/actions/dry-run.js";
import { blow, OUTCOMES, TRIGGERS, type Wind } from "../support/actions/wind-tunnel.js";
import { readWorkflowFiles, type WorkflowFile } from "../support/actions/workflow-files.js";
import { GitHubForgeWorld } from "../support/github-forge-world.js";
import { bySize, inShard } from "../support/test-size.js";

/** Every so many of the winds: each takes about half a second. */
const STEP = bySize({ reduced: 31, share: 11, all: 3, full: 1 });
let files: readonly WorkflowFile[] = [];
let world: GitHubForgeWorld;

beforeAll(async () => {
  files = await readWorkflowFiles();
  world = await GitHubForgeWorld.open();
});
afterAll(async () => world[Symbol.asyncDispose]());

function winds(): readonly Wind[] {
  let seed = 0;
  return files
    .filter(({ required }) => required.length > 0)
    .flatMap((file) => TRIGGERS.flatMap((trigger) => OUTCOMES.map((outcome) => ({ file, trigger, outcome }))))
    .filter(({ trigger, outcome }) => trigger !== "push" || outcome !== "split")
    .map((wind) => ({ ...wind, seed: (seed += 1) }));
}

describe("the workflow files", () => {
  it("are at least 25, and each follows a real one and has a job that breaks", () => {
    const whole = files.filter(({ required }) => required.length > 0);
    expect(whole.length).toBeGreaterThanOrEqual(25);
    const wrong = files.filter(
      ({ follows }) => !/^[\w.-]+\/[\w.-]+ \.github\/workflows\/\S+\.ya?ml [0-9a-f]{40}/.test(follows),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const ids = new Set(files.flatMap(({ template }) => template.jobs.map(({ id }) => id.value)));
    expect(whole.filter(({ breaks }) => !ids.has(breaks)).map(({ path }) => path)).toEqual([]);
  });

  it("decide alone over a change, nearly all of them, so that stories may draw them", async () => {
    const deciding: string[] = [];
    for (const file of files.filter(({ required }) => required.length > 0)) {
      const run = { file, files, changed: ["src/main.ts", "crates/core/lib.rs"] };
      if ((await decides({ ...run, on: "push" })) || (await decides({ ...run, on: "draft" })))
        deciding.push(file.path);
    }
    expect(deciding.length).toBeGreaterThanOrEqual(30);
  });

  it("have five that a reviewer wrote who had not read the service's code", () => {
    const reviewed = files.filter(({ writtenBy }) => writtenBy.startsWith("a reviewer"));
    expect(reviewed.length).toBeGreaterThanOrEqual(5);
  });

  it("lead to true verdicts only, and nothing waits without a reason", async () => {
    const untrue: string[] = [];
    for (const wind of inShard(winds().filter(({ seed }) => seed % STEP === 1 % STEP)))
      untrue.push(...(await blow(world, files, wind)));
    expect(untrue).toEqual([]);
  });
});

describe("a planted bug is found by the tunnel:", () => {
  it.each(CI_BUGS)("a service that $name", async ({ plant, found, told }) => {
    const { forge } = world.reopen(plant(world));
    let untrue = "";
    for (const wind of winds().filter(found)) {
      untrue = (await blow(world, files, wind, forge)).join("\n");
      if (!told.test(untrue)) continue;
      expect(await blow(world, files, wind)).toEqual([]);
      break;
    }
    expect(untrue).toMatch(told);
  });
});
