/** What the doctor makes of GitHub's answers that its counterpart never gives. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { runChecks } from "../../../../src/service/doctor/examine.js";
import type { Check } from "../../../../src/service/doctor/finding.js";
import { commitRuleFindings } from "../../../../src/service/doctor/github/commit-rules.js";
import { identityCheck } from "../../../../src/service/doctor/github/identity-checks.js";
import {
  landingProtection,
  landingRules,
  scratchBranchRules,
  testBranchRules,
} from "../../../../src/service/doctor/github/push-rules.js";
import { Questions } from "../../../../src/service/doctor/github/questions.js";
import { readinessFindings } from "../../../../src/service/doctor/github/readiness-findings.js";
import { limitCheck, repositoryCheck } from "../../../../src/service/doctor/github/repository-checks.js";
import type { AuthorizedCalls } from "../../../../src/service/github/api/create-github-calls.js";
import { newAppKey } from "../../../support/app-key.js";
import { OpenedCalls } from "../../../support/opened-calls.js";
import { type ScriptedAnswer, ScriptedGitHub } from "../../../support/scripted-github.js";

const SHOP = { host: "github.com", owner: "acme", name: "shop" };
const TOKEN = "github_pat_of_the_test";
const DAY_MS = 24 * 3_600_000;

type Answers = Readonly<Record<string, ScriptedAnswer>>;

let github: ScriptedGitHub;
let opened: OpenedCalls;
beforeEach(async () => {
  github = await ScriptedGitHub.listen(() => ({ status: 404 }));
  opened = new OpenedCalls(github.url, TOKEN);
});
afterEach(async () => {
  const changing = github.lines.filter((line) => !/^GET |^POST .*\/access_tokens$/.test(line));
  expect(changing).toEqual([]);
  await opened.close();
  await github.close();
});

function callsTo(answers: Answers): AuthorizedCalls {
  const known: Answers = { "/repos/acme/shop": { body: {} }, ...answers };
  github.answers(({ path }) => known[path] ?? { status: 404, body: { message: "Not Found" } });
  return opened.open({ limits: { retries: 0 } });
}

function askedOf(answers: Answers): Questions {
  return new Questions({ kind: "token", token: TOKEN }, callsTo(answers));
}

async function said(check: Check): Promise<readonly string[]> {
  return (await check.look()).map(({ level, says }) => `${level} ${says}`);
}

it("warns of a token that ends soon, and of a classic one with what it lacks", async () => {
  const soon = new Date(Date.now() + 3.5 * DAY_MS).toISOString().replace("T", " ").replace(/\..*$/, " UTC");
  const headers = { "github-authentication-token-expiration": soon, "x-oauth-scopes": "repo, read:org" };
  const questions = askedOf({ "/user": { status: 200, body: { login: "ada" }, headers } });
  expect(await said(identityCheck(questions, [SHOP]))).toEqual([
    "ok GitHub accepts the token; its owner is ada",
    "warning the token expires in 3 day(s)",
    "warning it is a classic token, valid for every repository of its owner",
    "warning the token lacks the scope workflow, so pull requests that change workflows cannot be tested",
  ]);
});

it.each([
  ["0", "problem 0 of 5000 requests are left this hour"],
  ["499", "warning 499 of 5000 requests are left this hour"],
  ["4999", "ok 4999 of 5000 requests are left this hour"],
])("judges a limit of which %s are left", async (remaining, expected) => {
  const headers = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": remaining };
  expect(await said(limitCheck(askedOf({ "/rate_limit": { status: 200, headers } }), SHOP))).toEqual([
    expected,
  ]);
});

it("warns of a rule of which it cannot see whether it may be bypassed", async () => {
  const body = [{ type: "pull_request", ruleset_id: 7 }];
  const calls = callsTo({ "/repos/acme/shop/rules/branches/release%2F7?per_page=100": { body } });
  const branch = { repository: SHOP, branch: "release/7", called: "branch release/7" };
  expect(await landingRules(calls, branch, { way: "push", method: null, isSigned: false })).toEqual([
    {
      level: "warning",
      says: "branch release/7: a ruleset requires pull requests; the service cannot see whether it may bypass it",
      next: "add the App, or the token's owner, to the bypass list of the ruleset, set to Always allow; or set `githubLanding` to merge",
    },
  ]);
});

it("tells why an App gets no token, in place of naming its own check", async () => {
  const access = { kind: "app", appId: "42", privateKey: newAppKey() } as const;
  const known: Answers = {
    "/app": { body: { slug: "our-queue" } },
    "/repos/acme/shop/installation": { body: { id: 99 } },
    "/app/installations/99/access_tokens": { status: 422, body: { message: "No such repository" } },
  };
  github.answers(({ path }) => known[path] ?? { status: 404 });
  const questions = new Questions(access, opened.open({ access, limits: { retries: 0 } }));
  const served = { repository: SHOP, address: "", gitConfigFile: null, isCloned: false };
  const [found] = await runChecks([repositoryCheck(questions, served)], 5000);
  expect(`${found?.level} ${found?.says}`).toMatch(
    /^problem GitHub gives the App no token for acme\/shop: No such repository$/,
  );
  expect(found?.next).toBe("fix what it names");
});

it("finds a rule that is on a later page, and none where GitHub knows no rules", async () => {
  const path = "/repos/acme/shop/rules/branches/main?per_page=100";
  const headers = { link: `<${github.url}${path}&page=2>; rel="next"` };
  const calls = callsTo({
    [path]: { headers, body: Array.from({ length: 100 }, () => ({ type: "creation" })) },
    [`${path}&page=2`]: { body: [{ type: "update", ruleset_id: 7 }] },
  });
  const branch = { repository: SHOP, branch: "main", called: "branch main" };
  const landing = { way: "push", method: null, isSigned: false } as const;
  expect(await landingRules(calls, branch, landing)).toMatchObject([
    { says: expect.stringContaining("forbids all updates") },
  ]);
  expect(await landingRules(callsTo({}), branch, landing)).toEqual([]);
});

describe("a demand for a linear history", () => {
  const branch = { repository: SHOP, branch: "main", called: "branch main" };
  const demanding = {
    "/repos/acme/shop/rules/branches/main?per_page=100": {
      status: 200,
      // What cannot be read hides nothing else.
      body: [{ type: 7 }, { type: "required_linear_history", ruleset_id: 7 }],
    },
    "/repos/acme/shop/rulesets/7": { status: 200, body: { name: "Tidy", current_user_can_bypass: "never" } },
    "/repos/acme/shop/branches/main/protection": {
      status: 200,
      body: { required_linear_history: { enabled: true } },
    },
  };

  it.each(["push", "merge"] as const)("is a problem where merge commits land by %s", async (way) => {
    const landing = { way, method: "merge_commit", isSigned: false } as const;
    const says = "a linear history, but the queue's merge method is merge_commit";
    expect(await landingRules(callsTo(demanding), branch, landing)).toEqual([
      {
        level: "problem",
        says: `branch main: a ruleset requires ${says}`,
        next: 'add the App, or the token\'s owner, to the bypass list of the ruleset "Tidy", set to Always allow',
      },
    ]);
    expect(await landingProtection(callsTo(demanding), branch, "ada", landing)).toEqual([
      {
        level: "problem",
        says: `branch main: branch protection requires ${says}`,
        next: "in the branch protection of main, disable that, or change the queue with `merge-queue update-queue`",
      },
    ]);
  });

  it("is a problem for test branches of merge commits, and for scratch branches", async () => {
    const tests = { ...branch, called: "test branches mq-merge/…" };
    expect(await testBranchRules(callsTo(demanding), tests, ["squash", "merge_commit"], false)).toMatchObject(
      [
        {
          level: "problem",
          says: "test branches mq-merge/…: a ruleset requires a linear history, but a queue's merge method is merge_commit",
        },
      ],
    );
    expect(await testBranchRules(callsTo(demanding), tests, ["squash", "rebase"], false)).toEqual([]);
    const scratch = { ...branch, called: "scratch branches mq-scratch/…" };
    expect(await scratchBranchRules(callsTo(demanding), scratch, false)).toMatchObject([
      {
        level: "problem",
        says: "scratch branches mq-scratch/…: a ruleset requires a linear history, but merge commits are built there",
      },
    ]);
  });

  it("is met by squashes, and says nothing where there is no queue yet", async () => {
    for (const method of ["squash", null] as const) {
      const landing = { way: "push", method, isSigned: false } as const;
      expect(await landingRules(callsTo(demanding), branch, landing)).toEqual([]);
      expect(await landingProtection(callsTo(demanding), branch, "ada", landing)).toMatchObject([
        { level: "ok" },
      ]);
    }
  });
});

describe("rules for the commits of a queue", () => {
  const branch = { repository: SHOP, branch: "main", called: "branch main" };
  const under = (rules: readonly object[], mode = "never"): Answers => ({
    "/repos/acme/shop/rules/branches/main?per_page=100": { body: rules },
    "/repos/acme/shop/branches/main": { body: {} },
    "/repos/acme/shop/rulesets/7": { body: { name: "R", current_user_can_bypass: mode } },
  });
  const made = {
    way: "push",
    committerEmail: "q@acme.example",
    mergesInBackground: true,
    isOfTests: false,
  } as const;

  it("about required workflows are met by draft pull requests", async () => {
    const calls = callsTo(under([{ type: "workflows", ruleset_id: 7, parameters: { workflows: 1 } }]));
    const found = await readinessFindings(calls, branch, { way: "push", trigger: "draft" });
    expect(found.map(({ level }) => level)).toEqual(["warning", "ok"]);
    expect(found[1]?.says).toContain(
      "`workflows`: GitHub runs required workflows on the draft pull requests",
    );
  });

  it.each([
    [["squash"], "ok"],
    [["squash", "merge_commit"], "problem"],
    [["rebase"], "warning"],
    [[null], "ok"],
  ] as const)("about authors depend on the merge methods %j: %s", async (methods, level) => {
    const parameters = { operator: "ends_with", pattern: "@users.noreply.github.com" };
    const calls = callsTo(under([{ type: "commit_author_email_pattern", ruleset_id: 7, parameters }]));
    const found = await commitRuleFindings(calls, branch, { ...made, methods });
    expect(found.map((one) => one.level)).toEqual([level]);
  });

  it("about committers do not concern GitHub's own merges, and unreadable patterns are uncertain", async () => {
    const rules = [
      { type: "committer_email_pattern", ruleset_id: 7, parameters: { operator: "contains", pattern: "y" } },
      { type: "commit_message_pattern", ruleset_id: 7, parameters: { operator: 1 } },
    ];
    const methods = ["squash"] as const;
    const merged = await commitRuleFindings(callsTo(under(rules)), branch, {
      ...made,
      methods,
      way: "merge",
    });
    expect(merged.map(({ says }) => says)).toEqual([
      expect.stringContaining("a pattern that the service cannot read"),
    ]);
    const bypassed = callsTo(under(rules, "pull_requests_only"));
    const found = await commitRuleFindings(bypassed, branch, { ...made, methods });
    expect(found.map(({ level }) => level)).toEqual(["problem", "warning"]);
  });
});

it.each([
  ["Upgrade to GitHub Pro or make this repository public to enable this feature.", true],
  ["Resource not accessible by integration", false],
])("takes a plan without rules for no problem, and a refusal for one: %s", async (words, hasNone) => {
  const refused = { status: 403, body: { message: words } };
  const calls = callsTo({ "/repos/acme/shop/rules/branches/main?per_page=100": refused });
  const branch = { repository: SHOP, branch: "main", called: "branch main" };
  const looked = landingRules(calls, branch, { way: "push", method: null, isSigned: false });
  if (!hasNone) return expect(looked).rejects.toThrow("403");
  return expect(looked).resolves.toEqual([
    {
      level: "ok",
      says: "branch main: this private repository's plan has no rulesets and no branch protection, so no rule restricts pushes",
      next: null,
    },
  ]);
});
