/** Every endpoint against every scope and repository, from the contract: what a token does not reach tells nothing. */
import { describe, expect, it } from "@jest/globals";
import { type EndpointName, endpoints } from "../../../../src/contract/endpoints.js";
import { FORKED_BODY_BYTES } from "../../../../src/contract/limits.js";
import { type CommitId, pullRequestNumber } from "../../../../src/domain/ids.js";
import { SCOPES, type Scope } from "../../../../src/domain/scope.js";
import { GRANT_OF_EVERYTHING, type Grant } from "../../../../src/service/tokens/token-text.js";
import {
  type Answer,
  apiWorld,
  MAIN,
  no,
  ON_MAIN,
  post,
  REPOSITORY,
  TOKEN,
} from "../../../support/api-world.js";
import { namedCommit } from "../../../support/fake-commits.js";
import { FakeForge } from "../../../support/fake-forge.js";

const NAMES = Object.keys(endpoints).filter((name) => Object.hasOwn(endpoints, name));
const OURS = "github.com/octo/mono";
const HEADERS = { "content-type": "application/json", "x-api-token": TOKEN };

function granting(grant: Partial<Grant>) {
  return { verify: () => Promise.resolve({ ...GRANT_OF_EVERYTHING, ...grant }) };
}

/** What each endpoint wants beside repository and branch. */
const MORE = {
  pr: { number: 7 },
  impactedTargets: "ALL",
  testRunId: "00000000-0000-8000-8000-000000000001",
};
const STRICT: readonly string[] = ["createQueue", "updateQueue"];

function isEndpoint(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}

/** A whole request to any endpoint, about any repository. */
function requestTo(name: string, owner = "octo"): readonly [string, RequestInit] {
  if (!isEndpoint(name)) throw new Error(`${name} is no endpoint`);
  if (endpoints[name].method === "GET") {
    return [`/v1/${name}?repo=${owner}/mono&repoHost=github.com`, { headers: HEADERS }];
  }
  const body = { ...ON_MAIN, repo: { ...REPOSITORY, owner }, ...(STRICT.includes(name) ? {} : MORE) };
  return [`/v1/${name}`, post(body)];
}

function told({ status, body }: Answer) {
  return { status, body };
}

describe.each(NAMES)("%s", (name) => {
  it.each(SCOPES)("is for the scope it names and no other, such as %s", async (scope: Scope) => {
    const { request } = await apiWorld({ tokens: granting({ scopes: [scope] }) });
    const answer = await request(...requestTo(name));
    const needed = isEndpoint(name) ? endpoints[name].scope : null;
    if (scope === needed) expect(answer.status).not.toBe(403);
    else {
      expect(told(answer)).toEqual({
        status: 403,
        body: no(
          "INSUFFICIENT_PERMISSIONS",
          `the token does not allow what this call needs: ${String(needed)}`,
        ),
      });
    }
  });

  it("answers alike about a repository out of reach, whether or not there is such a one", async () => {
    const { request, queues } = await apiWorld({
      tokens: granting({ repositories: ["github.com/acme/shop"] }),
    });
    queues.store.load = () => Promise.reject(new Error("the store was asked"));
    queues.store.list = () => Promise.reject(new Error("the store was asked"));
    queues.forge.hasRepository = () => Promise.reject(new Error("the forge was asked"));
    for (const owner of ["octo", "nobody"]) {
      expect(told(await request(...requestTo(name, owner)))).toEqual({
        status: 403,
        body: no("INSUFFICIENT_PERMISSIONS", `the token does not reach github.com/${owner}/mono`),
      });
    }
  });

  it("is reached in a repository that the token names, in whatever case it is asked for", async () => {
    const { request } = await apiWorld({ tokens: granting({ repositories: [OURS] }) });
    expect((await request(...requestTo(name, "OCTO"))).status).not.toBe(403);
  });
});

describe("the metrics", () => {
  const ELSEWHERE = { ...REPOSITORY, name: "other" };

  async function ofAll(grant: Partial<Grant>) {
    const world = await apiWorld({ tokens: granting(grant) });
    world.queues.forge.hasRepository = () => Promise.resolve(true);
    await world.queues.create({ ...MAIN, repository: ELSEWHERE }, {});
    return String((await world.request("/v1/getMergeQueueMetrics", { headers: HEADERS })).body);
  }

  it("of all are those of the repositories that the token reaches", async () => {
    const everything = await ofAll({});
    expect(everything).toContain('repo="octo/mono"');
    expect(everything).toContain('repo="octo/other"');
    const some = await ofAll({ repositories: [OURS] });
    expect(some).toContain('repo="octo/mono"');
    expect(some).not.toContain('repo="octo/other"');
    expect(await ofAll({ repositories: [] })).not.toContain("repo=");
  });
});

describe("a priority", () => {
  const SUBMIT = { ...ON_MAIN, pr: { number: 7 } };
  const MAY_SUBMIT: readonly Scope[] = ["submit"];

  async function submitting(body: object, scopes: readonly Scope[]) {
    const world = await apiWorld({ tokens: granting({ scopes }) });
    world.forge.tell(7);
    return world.request("/v1/submitPullRequest", post({ ...SUBMIT, ...body }));
  }

  it.each(["urgent", "medium", 100, 4_294_967_295])(
    "of %j is named with its own scope only",
    async (priority) => {
      expect(told(await submitting({ priority }, MAY_SUBMIT))).toEqual({
        status: 403,
        body: no("INSUFFICIENT_PERMISSIONS", "setting a priority requires the token scope: priority"),
      });
      expect((await submitting({ priority }, [...MAY_SUBMIT, "priority"])).status).toBe(200);
      expect((await submitting({ priority }, ["priority"])).status).toBe(403);
    },
  );

  it("need not be named", async () => {
    expect((await submitting({}, MAY_SUBMIT)).status).toBe(200);
    expect((await submitting({ priority: null }, MAY_SUBMIT)).status).toBe(200);
  });
});

describe("an upload of a forked pull request's job", () => {
  const HEAD = namedCommit("head");
  const RUN = { run: "4711", isRunning: true, forkedPullRequest: pullRequestNumber(7), headSha: HEAD };

  async function uploading(
    run: Partial<typeof RUN>,
    { headers = {}, body = {} }: { readonly headers?: object; readonly body?: object } = {},
  ) {
    const code = new FakeForge();
    code.addRepository(REPOSITORY);
    code.setWorkflowRun(REPOSITORY, { ...RUN, ...run });
    const world = await apiWorld({}, {}, (repository, claim) => code.verifyForkedRun(repository, claim));
    world.forge.tell(7, { headSha: HEAD });
    const content = { ...ON_MAIN, pr: { number: 7, sha: HEAD }, impactedTargets: ["a"], ...body };
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", "x-forked-workflow-run-id": "4711", ...headers },
      body: JSON.stringify(content),
    };
    return { world, init, answer: await world.request("/v1/setImpactedTargets", init) };
  }

  it("is taken when its run is running, of a fork, and of that very head", async () => {
    const { answer, world } = await uploading({});
    expect(told(answer)).toEqual({ status: 200, body: {} });
    const queue = await world.queue();
    expect(await world.queues.store.loadTargets(queue.id, pullRequestNumber(7), HEAD)).toEqual({
      kind: "list",
      names: ["a"],
    });
  });

  const wrong: readonly [string, Partial<typeof RUN> | { headSha: CommitId }, string][] = [
    ["has ended", { isRunning: false }, "is not running"],
    [
      "is of another pull request",
      { forkedPullRequest: pullRequestNumber(8) },
      "does not belong to this pull request from a fork",
    ],
    ["is of another commit", { headSha: namedCommit("other") }, "runs on another commit than pr.sha"],
    ["is not known", { run: "1" }, "is unknown to the code host"],
  ];
  it.each(wrong)("is refused when its run %s", async (_what, run, problem) => {
    const { answer } = await uploading(run);
    expect(told(answer)).toEqual({
      status: 401,
      body: no("AUTHENTICATION_REQUIRED", `the workflow run in x-forked-workflow-run-id ${problem}`),
    });
  });

  it("says for which head it speaks", async () => {
    const { answer } = await uploading({}, { body: { pr: { number: 7 } } });
    expect(told(answer)).toEqual({
      status: 401,
      body: no(
        "AUTHENTICATION_REQUIRED",
        "the workflow run in x-forked-workflow-run-id requires the head commit in pr.sha",
      ),
    });
  });

  it("is about a repository that the code host knows", async () => {
    const { answer } = await uploading({}, { body: { repo: { ...REPOSITORY, name: "unknown" } } });
    expect(answer.status).toBe(401);
  });

  it("needs no verification with a valid token, and gets none with a wrong one", async () => {
    expect((await uploading({ isRunning: false }, { headers: { "x-api-token": TOKEN } })).answer.status).toBe(
      200,
    );
    expect((await uploading({}, { headers: { "x-api-token": "wrong" } })).answer).toMatchObject({
      status: 401,
      body: { error: { code: "INVALID_TOKEN" } },
    });
  });

  it("opens no other endpoint", async () => {
    const { world, init } = await uploading({});
    for (const name of NAMES.filter(
      (other) => other !== "setImpactedTargets" && other !== "getMergeQueueMetrics",
    )) {
      expect((await world.request(`/v1/${name}`, init)).status).toBe(401);
    }
  });

  it("is small, until it is verified", async () => {
    const many = Array.from({ length: 200_000 }, (_, index) => `target-${index}`);
    expect(JSON.stringify(many).length).toBeGreaterThan(FORKED_BODY_BYTES);
    expect(told((await uploading({}, { body: { impactedTargets: many } })).answer)).toEqual({
      status: 413,
      body: no(
        "PAYLOAD_TOO_LARGE",
        'the body has more than 1048576 bytes; a larger body requires a token; "ALL" always fits',
      ),
    });
  });

  it("that fails too often waits", async () => {
    const { world, init } = await uploading({ isRunning: false });
    const statuses: number[] = [];
    for (let call = 0; call < 25; call += 1) {
      statuses.push((await world.request("/v1/setImpactedTargets", init)).status);
    }
    expect(statuses.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => 401));
    const last = await world.request("/v1/setImpactedTargets", init);
    expect(last.status).toBe(429);
    expect(last.headers.get("retry-after")).toBe("3");
  });
});
