/** The fake forge does what its script or its puppeteer says. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber, testRunId } from "../../src/domain/ids.js";
import type { TestRequest } from "../../src/service/ports/forge.js";
import { namedCommit } from "../support/fake-commits.js";
import { FakeForge } from "../support/fake-forge.js";

const SHOP = { host: "example.com", owner: "acme", name: "shop" };
const RUNS = [1, 2, 3].map((number) => testRunId(`00000000-0000-8000-8000-00000000000${number}`));
const [ONE, TWO] = RUNS.map(anOrder);
if (ONE === undefined || TWO === undefined) throw new Error("there are two orders");

function anOrder(run: TestRequest["run"]): TestRequest {
  return {
    run,
    commit: namedCommit("tested"),
    testBranch: `mq-merge/pr-7/${run}`,
    targetBranch: "main",
    testedPullRequests: [pullRequestNumber(7)],
    requiredStatuses: [],
  };
}

function served(options?: ConstructorParameters<typeof FakeForge>[0]): FakeForge {
  const forge = new FakeForge(options);
  forge.addRepository(SHOP);
  return forge;
}

describe("the fake forge", () => {
  it("holds runs until they are decided", async () => {
    const forge = served();
    await forge.startTests(SHOP, ONE);
    await forge.startTests(SHOP, TWO);
    expect(forge.heldRuns(SHOP)).toEqual([ONE, TWO]);
    forge.pass(ONE.run);
    forge.fail(TWO.run);
    expect(forge.heldRuns(SHOP)).toEqual([]);
  });

  it("decides by its script, and tells at once", async () => {
    const forge = served({ script: ({ run }) => (run === ONE.run ? "failure" : null) });
    const heard: string[] = [];
    forge.onChecks((_repository, run) => heard.push(run));
    await forge.startTests(SHOP, ONE);
    await forge.startTests(SHOP, TWO);
    expect(await forge.readChecks(SHOP, ONE.run)).toMatchObject([{ name: "tests", conclusion: "failure" }]);
    expect(forge.heldRuns(SHOP)).toEqual([TWO]);
    expect(heard).toEqual([ONE.run]);
  });

  it("reports every check that a run needs, each with its own word", async () => {
    const forge = served({ requiredStatuses: ["lint", "unit"] });
    await forge.startTests(SHOP, ONE);
    const lint = { name: "lint", url: "https://ci/1", status: "completed", conclusion: "timed_out" } as const;
    forge.report(ONE.run, lint);
    expect(await forge.readChecks(SHOP, ONE.run)).toEqual([
      lint,
      { name: "unit", url: "", status: "in_progress", conclusion: null },
    ]);
    expect(forge.heldRuns(SHOP)).toEqual([ONE]);
  });

  it("knows nothing of a run that it never started, or forgot in a crash", async () => {
    const forge = served();
    forge.pass(TWO.run);
    expect(await forge.readChecks(SHOP, TWO.run)).toBeNull();
    await forge.startTests(SHOP, ONE);
    forge.forgetRuns();
    expect(await forge.readChecks(SHOP, ONE.run)).toBeNull();
  });

  it("forgets a pull request that is taken away", async () => {
    const forge = served();
    const number = pullRequestNumber(7);
    forge.setPullRequest(SHOP, {
      number,
      headSha: namedCommit("head"),
      title: "Change",
      author: "Ada",
      baseBranch: "main",
      state: "open",
      draft: true,
      mergeability: "in_progress",
      basedOn: namedCommit("tip"),
      ownChecksPassed: true,
    });
    expect(await forge.readPullRequest(SHOP, number)).toMatchObject({
      draft: true,
      mergeability: "in_progress",
      basedOn: namedCommit("tip"),
      ownChecksPassed: true,
    });
    forge.removePullRequest(SHOP, number);
    expect(await forge.readPullRequest(SHOP, number)).toBeNull();
  });
});
