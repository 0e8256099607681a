/**
 * The service and the counterpart of GitHub against what GitHub publishes of its REST and GraphQL APIs. Every story of
 * `__tests__/simulation/github-faults.test.ts` compares each of its exchanges in the same way.
 */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber, testRunId } from "../../src/domain/ids.js";
import * as answers from "../../src/service/github/api/answers.js";
import { ROUTES } from "../support/github/route-table.js";
import {
  type Exchange,
  ON_GITHUB_COM_ONLY,
  problemOfQuery,
  problemsOfExchange,
} from "../support/github-contract/check-exchange.js";
import {
  DESCRIPTIONS,
  type Description,
  describedBy,
  findOperation,
} from "../support/github-contract/published-operations.js";
import { PublishedSchemas } from "../support/github-contract/published-schemas.js";
import { ACME_SHOP, GitHubForgeWorld, testBranchOf, withSettings } from "../support/github-forge-world.js";
import { storiesApart, toldStories } from "../support/github-story/stories-apart.js";
import { isJsonObject } from "../support/json-object.js";
import { itInCi } from "../support/sized-tests.js";
import { sourceFiles } from "../support/source-files.js";
import { rowsBySize } from "../support/test-size.js";

const sources = sourceFiles("src/service/github").concat(sourceFiles("src/service/doctor"));
const HERE = "/repos/acme/shop";
/** Addresses of Enterprise Server's front and of the service itself, and the comment that submits. */
const OF_NO_API = new Set(["/api", "/healthz", "/readyz", "/graphql", "/merge"]);
/** https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects leads there. */
const OF_REDIRECTS = "/repositories/{id}";

/** Addresses as the sources write them; those below a repository begin there. */
function writtenAddresses(): readonly string[] {
  const found = sources.flatMap(({ text }) =>
    [...text.matchAll(/"(\/[a-z_]+(?:\/[a-z_-]+|\/\{\w+\})*)(?:\?[\w=&]+)?"/g)].map(
      ([, address = ""]) => address,
    ),
  );
  return [...new Set(found)].filter((address) => !OF_NO_API.has(address) && address !== OF_REDIRECTS).sort();
}

/** With a value for each name. */
function addressed(address: string): readonly string[] {
  const filled = address.replaceAll(/\{\w+\+?\}/g, "1");
  return [`${HERE}${filled}`, filled];
}

describe.each(rowsBySize(DESCRIPTIONS))("the description of %s", (name) => {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  const isPublished = (method: string, path: string) =>
    findOperation(describedBy(name), method, path) !== null;

  it("has each address that the service writes", () => {
    const written = writtenAddresses();
    expect(written.length).toBeGreaterThan(30);
    const unknown = written.filter((address) =>
      addressed(address).every((path) => methods.every((method) => !isPublished(method, path))),
    );
    const isEverywhere = name === "api.github.com";
    expect(unknown.filter((address) => isEverywhere || !ON_GITHUB_COM_ONLY.test(address))).toEqual([]);
  });

  it("has each operation of the counterpart", () => {
    const unknown = ROUTES.map(({ route }) => route).filter((route) => {
      const [method = "", path = ""] = route.split(" ");
      if (name !== "api.github.com" && ON_GITHUB_COM_ONLY.test(path)) return false;
      return path !== "/graphql" && !isPublished(method, path.replaceAll(/\{\w+\+?\}/g, "1"));
    });
    expect(unknown).toEqual([]);
  });

  it.each([
    ["GET /repos/{owner}/{repo}/pulls/{pull_number}", answers.pullAnswer],
    ["GET /repos/{owner}/{repo}/git/ref/{ref}", answers.refAnswer],
    ["GET /repos/{owner}/{repo}/git/commits/{commit_sha}", answers.commitAnswer],
    ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", answers.mergeAnswer],
    ["GET /repos/{owner}/{repo}/branches/{branch}", answers.branchAnswer],
    ["GET /repos/{owner}/{repo}/check-runs/{check_run_id}", answers.checkRunAnswer],
    ["GET /repos/{owner}/{repo}/actions/runs/{run_id}", answers.workflowRunAnswer],
    ["GET /repos/{owner}/{repo}/actions/runs", answers.workflowRunsAnswer],
  ] as const)("shows examples of %s that the service reads", (operation, schema) => {
    const examples = publishedExamples(describedBy(name), operation);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(schema.safeParse(example).error?.issues ?? []).toEqual([]);
  });
});

describe("each GraphQL document of the service", () => {
  const documents = sources.flatMap(({ text }) =>
    [...text.matchAll(/`((?:query|mutation) \w+\([\s\S]*?)`/g)].map(([, document = ""]) => document),
  );

  it("is one that GitHub's schema has", () => {
    expect(documents.length).toBeGreaterThanOrEqual(2);
    expect(documents.map(problemOfQuery)).toEqual(documents.map(() => null));
  });

  it("is not one with another field or argument", () => {
    const [document = ""] = documents;
    expect(problemOfQuery(document.replace("reviewDecision", "reviewDecided"))).toContain("reviewDecided");
    expect(problemOfQuery(document.replace("writersOnly: true", "writersOnly: 1"))).toContain("Boolean");
  });
});

describe("an exchange with GitHub", () => {
  const sound: Exchange = {
    method: "GET",
    path: `${HERE}/actions/runs`,
    query: new URLSearchParams({ head_sha: "1", per_page: "100" }),
    sent: null,
    status: 200,
    answered: { total_count: 1, workflow_runs: [{ id: 1, name: "ci", head_branch: null }] },
  };
  const merge: Exchange = {
    ...sound,
    method: "PUT",
    path: `${HERE}/pulls/7/merge`,
    query: new URLSearchParams(),
    sent: { sha: "1", merge_method: "squash" },
    answered: { sha: "2", merged: true, message: "" },
  };
  const problems = (exchange: Exchange) => problemsOfExchange(exchange, "api.github.com");

  it("has no problem when both sides are as published", () => {
    expect([problems(sound), problems(merge)]).toEqual([[], []]);
  });

  it.each<readonly [string, Exchange, RegExp]>([
    ["an address", { ...sound, path: `${HERE}/action/runs` }, /is no operation/],
    ["a method", { ...sound, method: "PUT" }, /is no operation/],
    ["a parameter", { ...sound, query: new URLSearchParams({ sha: "1" }) }, /has no parameter sha/],
    ["a value", { ...sound, query: new URLSearchParams({ status: "done" }) }, /takes no status=done/],
    [
      "a method of merging",
      { ...merge, sent: { merge_method: "fast" } },
      /takes no body where \/merge_method/,
    ],
    ["a type in the body", { ...merge, sent: { sha: 1 } }, /takes no body where \/sha must be string/],
    ["a body", { ...sound, sent: { a: 1 } }, /takes no body/],
    ["a status", { ...sound, status: 202 }, /never answers 202/],
    ["a member", { ...sound, answered: { workflow_runs: [{ tag: 1 }] } }, /unpublished member tag/],
    ["a type", { ...sound, answered: { total_count: "1" } }, /total_count must be integer/],
    ["a null", { ...sound, answered: { workflow_runs: [{ id: null }] } }, /id must be integer/],
  ])("has a problem with %s that GitHub does not publish", (_what, exchange, expected) => {
    expect(problems(exchange).join()).toMatch(expected);
  });
});

describe("what the service asks of the counterpart", () => {
  it("is as published, from a pull request under rules to its merge by GitHub", async () => {
    await using world = await GitHubForgeWorld.open({
      settingsOf: withSettings({ readinessChecks: "required" }),
    });
    const { github, forge } = world;
    const asked = new Set<string>();
    const problems = new Set<string>();
    github.onExchange = (exchange) => {
      asked.add(
        findOperation(describedBy("api.github.com"), exchange.method, exchange.path)?.path ?? exchange.path,
      );
      for (const name of DESCRIPTIONS)
        for (const one of problemsOfExchange(exchange, name)) problems.add(one);
    };
    const review = { required_approving_review_count: 1, required_review_thread_resolution: true };
    const deployed = { required_deployment_environments: ["staging"] };
    const rules = [
      { type: "pull_request", parameters: review },
      { type: "required_deployments", parameters: deployed },
      { type: "update" },
    ];
    github.ruleset({ name: "reviewed", rules, bypassModes: { "queue-service": "pull_request" } });
    github.protect("main", { checks: ["tests"], requiredReviews: 1 });
    const { number, headSha } = await github.openPullRequest();
    github.deploy(headSha, "staging", "success");
    github.setPermission("bob", "write");
    github.review(number, "bob", "APPROVED");
    const run = testRunId("5eed5eed-5eed-45ee-85ee-5eed5eed5eed");
    const commit = await world.testedCommit(run);
    const draft = await github.openPullRequest({ branch: testBranchOf(run), draft: true });
    await forge.startTests(ACME_SHOP, {
      ...{ run, commit, testBranch: testBranchOf(run), targetBranch: "main", requiredStatuses: [] },
      testedPullRequests: [pullRequestNumber(number)],
    });
    const workflowRun = github.workflowRun({
      ...{ headSha: commit, headBranch: testBranchOf(run), event: "pull_request", pulls: [draft.number] },
      status: "in_progress",
    });
    github.reportJob(workflowRun, "tests", "skipped");
    github.reportJob(workflowRun, "slow", null);
    github.reportStatus(commit, "other", "success");
    await forge.readChecks(ACME_SHOP, run);
    await forge.stopTests(ACME_SHOP, run);
    github.reportCheck(headSha, "tests", "success");
    await forge.readPullRequest(ACME_SHOP, pullRequestNumber(number), "main");
    const order = { pullRequest: pullRequestNumber(number), headSha, targetBranch: "main" } as const;
    github.world.rulesets.splice(0);
    github.ruleset({ name: "reviewed", rules, bypassModes: { "queue-service": "exempt" } });
    const merge = { ...order, mergeMethod: "squash", title: "Nice" } as const;
    github.faults.next("PUT /repos/{owner}/{repo}/pulls/{number}/merge-async", { kind: "cutAfter" });
    await expect(forge.merges?.merge(ACME_SHOP, merge)).rejects.toThrow();
    await forge.merges?.find(ACME_SHOP, merge, true);
    await forge.merges?.merge(ACME_SHOP, merge);
    github.world.hasAsyncMerges = false;
    const onEnterprise = await github.openPullRequest();
    github.review(onEnterprise.number, "bob", "APPROVED");
    github.reportCheck(onEnterprise.headSha, "tests", "success");
    const another = { pullRequest: pullRequestNumber(onEnterprise.number), headSha: onEnterprise.headSha };
    await forge.merges?.merge(ACME_SHOP, { ...merge, ...another });
    const claim = { run: String(workflowRun.id), pullRequest: pullRequestNumber(number), headSha };
    await forge.verifyForkedRun?.(ACME_SHOP, claim);
    expect([...problems]).toEqual([]);
    expect([...asked].map((path) => path.replace("/repos/{owner}/{repo}", "")).sort()).toEqual(
      [
        "", // the repository, for its settings of commit messages
        ...["/actions/runs", "/actions/runs/{run_id}", "/actions/runs/{run_id}/cancel"],
        ...["/branches/{branch}", "/branches/{branch}/protection", "/commits/{ref}/check-runs"],
        ...[
          "/commits/{ref}/status",
          "/deployments",
          "/deployments/{deployment_id}/statuses",
          "/git/commits/{commit_sha}",
        ],
        ...[
          "/graphql",
          "/pulls/{pull_number}",
          "/pulls/{pull_number}/merge",
          "/pulls/{pull_number}/merge-async",
          "/pulls/{pull_number}/merge-async/{uuid}",
          "/rules/branches/{branch}",
          "/rulesets/{ruleset_id}",
        ],
      ].sort(),
    );
  });

  /** An App without a clone, on a reviewed branch: most of the API in one story. */
  itInCi("is as published in a story with faults", async () => {
    const lived = await storiesApart({ seeds: [2] });
    expect(toldStories(lived)).toBe("");
  });
});

/** `operation` is a method and a published path. */
function publishedExamples({ document, operations }: Description, operation: string): readonly unknown[] {
  const schemas = new PublishedSchemas(document, "whole");
  const found = operations.find(({ method, path }) => `${method} ${path}` === operation);
  const responses = schemas.resolve(found?.definition["responses"]);
  const content = schemas.resolve(responses["200"])["content"];
  const json = isJsonObject(content) ? content["application/json"] : undefined;
  const examples =
    isJsonObject(json) && isJsonObject(json["examples"]) ? Object.values(json["examples"]) : [];
  return examples.map((example) => schemas.resolve(example)["value"]);
}
