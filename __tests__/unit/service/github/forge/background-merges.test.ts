/** Merges in the background: a request that may exist is taken up, and nothing merges that was not asked for. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { Merge, MergeRequest, PullRequestMerges } from "../../../../../src/service/ports/forge.js";
import { ForgeError, RefusedByHost } from "../../../../../src/service/ports/world-error.js";
import { SERVICE_LOGIN } from "../../../../support/github/open-git-hub.js";
import type { Pull } from "../../../../support/github/pull.js";
import type { AsyncMerge } from "../../../../support/github/world.js";
import { ACME_SHOP, GitHubForgeWorld } from "../../../../support/github-forge-world.js";
import { itInCi } from "../../../../support/sized-tests.js";
import { until } from "../../../../support/until.js";

const MERGE = "PUT /repos/{owner}/{repo}/pulls/{number}/merge-async";
const WITHIN_CALL = "PUT /repos/{owner}/{repo}/pulls/{number}/merge";

let world: GitHubForgeWorld;
let request: MergeRequest;
let letGo: () => void = () => undefined;

beforeEach(async () => {
  world = await GitHubForgeWorld.open();
  request = requestFor(await world.github.openPullRequest());
});
afterEach(async () => {
  letGo();
  await world[Symbol.asyncDispose]();
});

function requestFor({ number, headSha }: Pick<Pull, "number" | "headSha">): MergeRequest {
  const pullRequest = pullRequestNumber(number);
  return { pullRequest, headSha, targetBranch: "main", mergeMethod: "squash", title: null };
}

function merges(forge = world.forge): PullRequestMerges {
  if (forge.merges === undefined) throw new Error("GitHub merges");
  return forge.merges;
}

async function merge(): Promise<Merge | null> {
  return merges().merge(ACME_SHOP, request);
}

/** GitHub performs nothing until `letGo`. */
function hold(): void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  world.github.world.beforeAsyncMerge = async () => promise;
  letGo = () => resolve(undefined);
}

function requests(): readonly AsyncMerge["status"][] {
  return world.github.world.asyncMerges.map(({ status }) => status);
}

function asked(route: string): readonly number[] {
  return world.github.calls.filter((call) => call.route === route).map(({ status }) => status);
}

/** Another account asked for it. */
async function askAsPerson(sha: string): Promise<void> {
  const { calls } = world.reopen();
  await calls.send(
    ACME_SHOP,
    "PUT",
    "/pulls/{number}/merge-async",
    { number: request.pullRequest, sha },
    [409],
  );
}

describe("a merge in the background", () => {
  it("ends as the commit that GitHub made", async () => {
    const merged = await merge();
    expect(merged?.commit).toBe(world.github.tip("main"));
    expect([requests(), asked(MERGE), asked(WITHIN_CALL)]).toEqual([["merged"], [202], []]);
  });

  it("is not asked for again while a request of this head is pending", async () => {
    hold();
    await expect(merge()).rejects.toMatchObject({
      retryable: true,
      message: "GitHub has not ended the merge of #1 yet",
    });
    letGo();
    expect((await merge())?.commit).toBe(world.github.tip("main"));
    expect([requests(), asked(MERGE)]).toEqual([["merged"], [202, 409]]);
  });

  itInCi("is asked for after a request of another head has ended", async () => {
    hold();
    await askAsPerson("1".repeat(40));
    const pending = merge();
    await until(() => asked(MERGE).includes(409));
    letGo();
    expect((await pending)?.commit).toBe(world.github.tip("main"));
    expect([requests(), asked(MERGE)]).toEqual([
      ["failed", "merged"],
      [202, 409, 202],
    ]);
  });

  itInCi("is asked for again after GitHub has forgotten the request", async () => {
    hold();
    await expect(merge()).rejects.toBeInstanceOf(ForgeError);
    world.github.faults.next("GET /repos/{owner}/{repo}/pulls/{number}/merge-async/{uuid}", {
      kind: "notYet",
    });
    setImmediate(letGo);
    expect((await merge())?.commit).toBe(world.github.tip("main"));
  });

  it("fails in the words of the rule, for which only the bypass mode exempt counts", async () => {
    const rules = [{ type: "update", parameters: {} }];
    world.github.ruleset({ rules, bypassModes: { [SERVICE_LOGIN]: "always" } });
    const error = await merge().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedByHost);
    expect(error).toMatchObject({
      retryable: false,
      message: "GitHub did not merge #1 into main: Cannot update this protected ref.",
    });
    world.github.world.rulesets.splice(0);
    world.github.ruleset({ rules, bypassModes: { [SERVICE_LOGIN]: "exempt" } });
    expect((await merge())?.commit).toBe(world.github.tip("main"));
  });

  itInCi("does not happen for a pull request that was closed or pushed to", async () => {
    hold();
    const pending = merge();
    await world.github.pushToPullRequest(request.pullRequest, { "more.txt": "more\n" });
    letGo();
    expect([await pending, requests()]).toEqual([null, ["failed"]]);
  });
});

describe("an earlier request whose answer is unknown", () => {
  it("is found and followed to its end, although nothing else shows it", async () => {
    hold();
    world.github.faults.next(MERGE, { kind: "cutAfter" });
    await expect(merge()).rejects.toBeInstanceOf(ForgeError);
    setImmediate(letGo);
    const found = await merges().find(ACME_SHOP, request, true);
    expect([found?.commit, requests()]).toEqual([world.github.tip("main"), ["merged"]]);
  });

  itInCi("is looked for without merging anything", async () => {
    const tip = world.github.tip("main");
    expect(await merges().find(ACME_SHOP, request, true)).toBeNull();
    await Promise.all(world.github.world.asyncMerges.map(async ({ done }) => done));
    expect([world.github.tip("main"), requests()]).toEqual([tip, ["failed"]]);
    expect((await merge())?.commit).toBe(world.github.tip("main"));
  });

  itInCi("is not looked for if there was none", async () => {
    expect(await merges().find(ACME_SHOP, request, false)).toBeNull();
    expect(asked(MERGE)).toEqual([]);
  });
});

describe("a host without merges in the background", () => {
  beforeEach(() => {
    world.github.world.hasAsyncMerges = false;
  });

  itInCi("merges within the call, and is asked only once for the other way", async () => {
    expect((await merge())?.commit).toBe(world.github.tip("main"));
    request = requestFor(await world.github.openPullRequest());
    expect((await merge())?.commit).toBe(world.github.tip("main"));
    expect([asked(MERGE), asked(WITHIN_CALL)]).toEqual([[404], [200, 200]]);
  });

  itInCi("is not asked for the other way if it is an Enterprise Server", async () => {
    const { forge } = world.reopen({ mergesInBackground: false });
    const merged = await merges(forge).merge(ACME_SHOP, request);
    expect([merged?.commit, asked(MERGE)]).toEqual([world.github.tip("main"), []]);
  });
});
