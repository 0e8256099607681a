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
import { seedOf } from "../support/seeded-chance.js";
import { bySize, inShard } from "../support/test-size.js";

/** Every so many of the winds: each takes about half a second. */
const STEP = bySize({ reduced: 31, share: 15, all: 3, full: 1 });
let files: readonly WorkflowFile[] = [];
let world: GitHubForgeWorld;

beforeAll(async () => {
  files = await readWorkflowFiles();
  world = await GitHubForgeWorld.open();
});
afterAll(async () => world[Symbol.asyncDispose]());

function winds(): readonly Wind[] {
  return whole().flatMap(windsOf);
}

/** Files that start by themselves: the others are called. */
function whole(): readonly WorkflowFile[] {
  return files.filter(({ required }) => required.length > 0);
}

/** Seeds come from names: a further file changes nothing for the others. */
function windsOf(file: WorkflowFile): readonly Wind[] {
  return TRIGGERS.flatMap((trigger) => OUTCOMES.map((outcome) => ({ file, trigger, outcome })))
    .filter(({ trigger, outcome }) => trigger !== "push" || outcome !== "split")
    .map((wind) => ({ ...wind, seed: seedOf(`${file.path} ${wind.trigger} ${wind.outcome}`) }));
}

/** Every so many winds of each file, from one that its name decides. */
function shareOf(file: WorkflowFile): readonly Wind[] {
  const first = seedOf(file.path);
  return windsOf(file).filter((_wind, index) => (first + index) % STEP === 0);
}

describe("the workflow files", () => {
  it("are at least 40, and each follows a real one and has a job that breaks", () => {
    expect(whole().length).toBeGreaterThanOrEqual(40);
    const wrong = files.filter(
      ({ follows }) => !/^[\w.-]+\/[\w.-]+ \.github\/workflows\/\S+\.ya?ml [0-9a-f]{40}/.test(follows),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const real = new Set(files.map(({ follows }) => follows.split(" ").slice(0, 2).join(" ")));
    expect(real.size).toBeGreaterThanOrEqual(40);
    const ids = new Set(files.flatMap(({ template }) => template.jobs.map(({ id }) => id.value)));
    expect(
      whole()
        .filter(({ breaks }) => !ids.has(breaks))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it("decide alone over a change, nearly all of them, so that stories may draw them", async () => {
    const deciding: string[] = [];
    for (const file of whole()) {
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
    for (const wind of inShard(whole().flatMap(shareOf))) untrue.push(...(await blow(world, files, wind)));
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
