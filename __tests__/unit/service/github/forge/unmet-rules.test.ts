/**
 * What keeps a pull request from being ready: every rule about people, rules about updating the branch that the service
 * may not bypass, and, by name, every rule that cannot be read.
 */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { ReadDepth } from "../../../../../src/service/ports/forge.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import { SERVICE_LOGIN } from "../../../../support/github/open-git-hub.js";
import type { BypassMode, Protection } from "../../../../support/github/protection.js";
import {
  ACME_SHOP,
  type ForgeOnGitHub,
  GitHubForgeWorld,
  withSettings,
} from "../../../../support/github-forge-world.js";
import type { JsonObject } from "../../../../support/json-object.js";
import { itInAll, itInCi } from "../../../../support/sized-tests.js";
import { rowsBySize } from "../../../../support/test-size.js";

const SEVEN = pullRequestNumber(7);
const ADMINISTRATION = { administration: "read" };
const USUAL = {
  checks: "read",
  contents: "write",
  metadata: "read",
  pull_requests: "write",
  statuses: "read",
};

let world: GitHubForgeWorld;
let github: GitHub;
let headSha: CommitId;

beforeEach(async () => {
  world = await GitHubForgeWorld.open({ settingsOf: withSettings({}) });
  github = world.github;
  github.world.unknownReads = 0;
  for (const login of ["ada", "bob", "cat", "dan"]) github.setPermission(login, "write");
  ({ headSha } = await github.openPullRequest({ number: 7, author: "ada" }));
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

/** Each unmet rule in words; "mergeable" for none. */
async function unmet(look?: ReadDepth, { forge }: Pick<ForgeOnGitHub, "forge"> = world) {
  const facts = await forge.readPullRequest(ACME_SHOP, SEVEN, "main", look);
  if (facts?.mergeability === "mergeable") return facts.unmetRules ?? "mergeable";
  return facts?.unmetRules?.map(({ words }) => words) ?? facts?.mergeability;
}

function rule(type: string, parameters: JsonObject = {}): void {
  github.ruleset({ name: "protect main", rules: [{ type, parameters }] });
}

function requireChecks(...names: readonly string[]): void {
  rule("required_status_checks", { required_status_checks: names.map((context) => ({ context })) });
}

function bypass(mode: BypassMode | "never"): void {
  const [only] = github.world.rulesets;
  if (only === undefined) throw new Error("there is no ruleset");
  const bypassModes = mode === "never" ? {} : { [SERVICE_LOGIN]: mode };
  github.world.rulesets.splice(0, 1, { ...only, bypassModes });
}

/** The service with a token that has these permissions only. */
function withPermissions(permissions: Readonly<Record<string, string>>): ForgeOnGitHub {
  github.addToken("ghp_less", SERVICE_LOGIN, permissions);
  const calling = { access: { kind: "token", token: "ghp_less" } } as const;
  return world.reopen({ calling, settingsOf: withSettings({}) });
}

interface PeopleRule {
  readonly name: string;
  readonly parameters?: JsonObject;
  readonly type?: string;
  readonly protection?: Partial<Protection>;
  /** Brings the pull request to where the rule is not met. */
  readonly lacks: () => void | Promise<void>;
  readonly words: string;
  readonly meets: () => void | Promise<void>;
}

const approve = (login: string) => github.review(7, login, "APPROVED");

const PEOPLE_RULES: readonly PeopleRule[] = [
  {
    name: "approvals",
    parameters: { required_approving_review_count: 2 },
    protection: { requiredReviews: 2 },
    lacks: () => approve("bob"),
    words: "1 of 2 approvals",
    meets: () => approve("cat"),
  },
  {
    name: "approvals by writers",
    parameters: { required_approving_review_count: 1 },
    protection: { requiredReviews: 1 },
    lacks: () => approve("guest"),
    words: "0 of 1 approval",
    meets: () => approve("cat"),
  },
  {
    name: "approvals that were not dismissed",
    parameters: { required_approving_review_count: 1 },
    protection: { requiredReviews: 1 },
    lacks: () => {
      approve("bob");
      github.dismissReview(7, "bob");
    },
    words: "0 of 1 approval",
    meets: () => approve("bob"),
  },
  {
    name: "no request for changes",
    parameters: { required_approving_review_count: 1 },
    protection: { requiredReviews: 1 },
    lacks: () => {
      approve("bob");
      github.review(7, "cat", "CHANGES_REQUESTED");
    },
    words: "changes are requested by `cat`",
    meets: () => approve("cat"),
  },
  {
    name: "code owners",
    parameters: { required_approving_review_count: 1, require_code_owner_review: true },
    protection: { requiredReviews: 1, codeOwners: true },
    lacks: () => {
      github.world.codeOwners = ["dan"];
      approve("bob");
    },
    words: "an approval by a code owner",
    meets: () => approve("dan"),
  },
  {
    name: "approval of the last push",
    parameters: { required_approving_review_count: 1, require_last_push_approval: true },
    protection: { requiredReviews: 1, lastPush: true },
    lacks: async () => {
      headSha = await github.pushToPullRequest(7, { "more.txt": "more" }, "bob");
      approve("bob");
    },
    words: "an approval of the last push by someone who did not push it",
    meets: () => approve("cat"),
  },
  {
    name: "resolved review threads",
    parameters: { required_review_thread_resolution: true },
    protection: { threads: true },
    lacks: () => {
      github.resolveThread(github.openThread(7));
      github.openThread(7);
    },
    words: "1 unresolved review thread",
    meets: () => {
      for (const { id } of github.world.threads) github.resolveThread(id);
    },
  },
  {
    name: "deployments",
    type: "required_deployments",
    parameters: { required_deployment_environments: ["staging"] },
    protection: { environments: ["staging"] },
    lacks: () => github.deploy(headSha, "staging", "in_progress"),
    words: "no deployment to `staging`",
    meets: () => github.deploy(headSha, "staging", "success"),
  },
];

describe.each(PEOPLE_RULES)("the rule about people: $name", (each) => {
  const modes = ["never", "pull_request", "always", "exempt"] as const;
  const sights = ["blocked", "clean"] as const;

  itInAll("of a ruleset is held against it, whatever the service may bypass and GitHub shows", async () => {
    rule(each.type ?? "pull_request", each.parameters);
    await each.lacks();
    for (const mode of modes) {
      bypass(mode);
      for (const shown of sights) {
        github.world.bypassersSee = shown;
        for (const look of ["admission", "landing"] as const) {
          expect([await unmet(look), mode, shown, look]).toEqual([[each.words], mode, shown, look]);
        }
      }
    }
    await each.meets();
    for (const mode of modes) {
      bypass(mode);
      expect([await unmet(), await unmet("landing"), mode]).toEqual(["mergeable", "mergeable", mode]);
    }
  });

  itInAll("of branch protection is held against it, with and without an exemption", async () => {
    github.setPermission(SERVICE_LOGIN, "admin");
    const exempting = [{}, { reviewBypass: [SERVICE_LOGIN] }, { enforceAdmins: false }] as const;
    await each.lacks();
    for (const more of exempting) {
      github.protect("main", { ...each.protection, ...more });
      for (const shown of sights) {
        github.world.bypassersSee = shown;
        expect([await unmet(), more, shown]).toEqual([[each.words], more, shown]);
      }
    }
    await each.meets();
    for (const more of exempting) {
      github.protect("main", { ...each.protection, ...more });
      expect([await unmet(), more]).toEqual(["mergeable", more]);
    }
  });
});

describe("rules about people", () => {
  itInCi("of several rulesets and branch protection add up, and are all named", async () => {
    github.protect("main", { requiredReviews: 1 });
    rule("pull_request", { required_approving_review_count: 3, required_review_thread_resolution: true });
    rule("required_deployments", { required_deployment_environments: ["staging", "qa"] });
    approve("bob");
    github.openThread(7);
    github.openThread(7);
    github.deploy(headSha, "qa", "success");
    expect(await unmet()).toEqual([
      "1 of 3 approvals",
      "2 unresolved review threads",
      "no deployment to `staging`",
    ]);
  });

  itInAll("see a thread however many there are before it", async () => {
    rule("pull_request", { required_review_thread_resolution: true });
    for (let count = 0; count < 120; count += 1) github.resolveThread(github.openThread(7));
    github.openThread(7);
    expect(await unmet()).toEqual(["1 unresolved review thread"]);
  });

  it("count a deployment of this commit that another one has taken the place of", async () => {
    rule("required_deployments", { required_deployment_environments: ["staging"] });
    github.deploy(headSha, "staging", "success");
    github.deploy(headSha, "staging", "inactive");
    github.world.deployments[0]?.states.splice(0, 2, "success", "inactive");
    // The counterpart goes by the newest state and blocks; the reason is another one then.
    expect(await unmet("landing")).toBe("mergeable");
  });

  it("are not asked about for a draft, or for one that goes elsewhere", async () => {
    rule("pull_request", { required_approving_review_count: 1 });
    github.setDraft(7, true);
    await unmet();
    github.forgetCalls();
    expect(await unmet()).toBe("mergeable");
    expect(github.calls).toHaveLength(1);
  });

  it("fail to be read for now where GitHub fails for now", async () => {
    rule("pull_request", { required_approving_review_count: 1 });
    github.faults.next("POST /graphql", {
      kind: "answer",
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: null, errors: [{ message: "Timeout on validation of query" }] }),
    });
    const failure = await unmet("landing").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ForgeError);
    expect(failure).toMatchObject({
      retryable: true,
      message: "GitHub failed to return the reviews of #7: Timeout on validation of query",
    });
  });

  itInAll("are read again where the head has moved meanwhile", async () => {
    rule("pull_request", { required_approving_review_count: 1 });
    await unmet();
    await github.pushToPullRequest(7, { "more.txt": "more" });
    approve("bob");
    github.faults.next("GET /repos/{owner}/{repo}/pulls/{number}", { kind: "stale" });
    const failure = await unmet("landing").catch((error: unknown) => error);
    expect(failure).toMatchObject({ retryable: true, message: expect.stringContaining("received a push") });
    expect(await unmet("landing")).toBe("mergeable");
  });

  itInCi("survive a failure that passes", async () => {
    rule("pull_request", { required_approving_review_count: 1 });
    github.faults.next("POST /graphql", { kind: "error", status: 502 });
    expect(await unmet()).toEqual(["0 of 1 approval"]);
  });

  itInAll("are asked about once in a while by polls, and in any case by others", async () => {
    rule("pull_request", { required_review_thread_resolution: true });
    const thread = github.openThread(7);
    expect(await unmet("poll")).toEqual(["1 unresolved review thread"]);
    github.resolveThread(thread);
    expect(await unmet("poll")).toEqual(["1 unresolved review thread"]);
    expect(await unmet("admission")).toBe("mergeable");
    expect(await unmet("poll")).toBe("mergeable");
    github.openThread(7);
    expect(await unmet("poll")).toEqual(["1 unresolved review thread"]);
    const { forge } = world.reopen({ settingsOf: withSettings({}) });
    expect(await unmet("landing", { forge })).toEqual(["1 unresolved review thread"]);
  });
});

describe("a rule about moving the branch", () => {
  const MOVING = ["update", "merge_queue", "required_signatures"] as const;
  const WHY = {
    update: ", which the service may not bypass",
    merge_queue: ", which the service may not bypass",
    required_signatures: "; the service signs commits only with `signingKey`",
  } as const;

  itInCi.each(rowsBySize(MOVING))("of the type %s counts where a push may not bypass it", async (type) => {
    rule(type);
    const words = [`the rule \`${type}\` of the ruleset \`protect main\`${WHY[type]}`];
    for (const [mode, expected] of [
      ["never", words],
      ["pull_request", words],
      ["always", "mergeable"],
      ["exempt", "mergeable"],
    ] as const) {
      bypass(mode);
      expect([await unmet(), mode]).toEqual([expected, mode]);
    }
  });

  itInCi("may be bypassed for pull requests only where GitHub merges", async () => {
    rule("update");
    const settingsOf = withSettings({ landing: "merge" });
    const { forge } = world.reopen({ settingsOf, mergesInBackground: false });
    bypass("pull_request");
    expect(await unmet("admission", { forge })).toBe("mergeable");
    bypass("never");
    expect(await unmet("admission", { forge })).toHaveLength(1);
  });

  it("counts where its bypass cannot be read", async () => {
    rule("update");
    bypass("always");
    github.faults.next(({ path }) => path.includes("/rulesets/"), {
      kind: "answer",
      status: 404,
      body: "{}",
    });
    expect(await unmet()).toEqual(["the rule `update`; the service cannot read whether it may bypass it"]);
  });

  itInAll("does not excuse a missing approval", async () => {
    github.ruleset({
      rules: [
        { type: "update" },
        { type: "pull_request", parameters: { required_approving_review_count: 1 } },
      ],
    });
    bypass("always");
    expect(await unmet()).toEqual(["0 of 1 approval"]);
    approve("bob");
    expect(await unmet()).toBe("mergeable");
  });

  it("is not asked about again before the landing", async () => {
    rule("update");
    expect(await unmet("landing")).toBe("mergeable");
  });

  itInAll("of branch protection counts where the service may not push", async () => {
    github.protect("main", { checks: ["build"], pushers: ["bob"] });
    expect(await unmet()).toEqual(["branch protection, which does not let the service push"]);
    github.protect("main", { checks: ["build"], pushers: [SERVICE_LOGIN] });
    expect(await unmet()).toBe("mergeable");
  });
});

describe("a required check on the head of the pull request itself", () => {
  const reported = { running: null, failed: "failure", cancelled: "cancelled" } as const;

  beforeEach(() => {
    requireChecks("build", "lint");
  });

  itInCi("that is not reported decides nothing: the test run does", async () => {
    expect(await unmet()).toBe("mergeable");
  });

  itInAll.each(Object.entries(reported))(
    "that is %s keeps it waiting, and not from landing",
    async (_, conclusion) => {
      github.reportCheck(headSha, "build", conclusion);
      const words = `\`build\` ${conclusion === null ? "is running" : "has failed"}`;
      for (const mode of ["never", "always", "exempt"] as const) {
        bypass(mode);
        expect([await unmet(), mode]).toEqual([[words], mode]);
        expect(await unmet("landing")).toBe("mergeable");
      }
      github.reportCheck(headSha, "build", "success");
      expect(await unmet()).toBe("mergeable");
    },
  );

  itInAll("may be a commit status", async () => {
    github.reportStatus(headSha, "build", "pending");
    expect(await unmet()).toEqual(["`build` is running"]);
    github.reportStatus(headSha, "build", "success");
    expect(await unmet()).toBe("mergeable");
  });

  itInCi("is named beside what else is missing", async () => {
    rule("pull_request", { required_approving_review_count: 2 });
    approve("bob");
    github.reportCheck(headSha, "build", null);
    github.reportCheck(headSha, "lint", "failure");
    expect(await unmet()).toEqual(["1 of 2 approvals", "`lint` has failed", "`build` is running"]);
  });

  itInAll.each([{ readinessChecks: "required" }, { landing: "merge" }] as const)(
    "has to pass first where the queue has %j",
    async (settings) => {
      const { forge } = world.reopen({ settingsOf: withSettings(settings) });
      github.reportCheck(headSha, "build", "success");
      expect(await unmet("admission", { forge })).toEqual(["`lint` is not reported yet"]);
      github.reportCheck(headSha, "lint", "success");
      expect(await unmet("admission", { forge })).toBe("mergeable");
    },
  );

  itInCi("has to pass first also where GitHub shows the service nothing that is missing", async () => {
    bypass("exempt");
    const { forge } = world.reopen({ settingsOf: withSettings({ readinessChecks: "required" }) });
    expect(await unmet("admission", { forge })).toEqual([
      "`build` is not reported yet",
      "`lint` is not reported yet",
    ]);
  });

  itInCi("is one of at most twenty that are named", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `check-${index}`);
    requireChecks(...names);
    for (const name of names) github.reportCheck(headSha, name, null);
    const words = await unmet();
    expect(words).toHaveLength(20);
    expect(words?.at(-1)).toBe("and 11 more");
  });

  itInCi("has a name that cannot pass for more than a name", async () => {
    const name = "build` has failed; [x](http://evil)\u0000\n".padEnd(300, "x");
    requireChecks(name);
    github.reportCheck(headSha, name, null);
    expect(await unmet()).toEqual([
      expect.stringMatching(/^`build' has failed; \[x\]\(http:\/\/evil\) x{50,}…` is running$/),
    ]);
  });

  it("that is not required may fail", async () => {
    github.reportCheck(headSha, "build", "success");
    github.reportCheck(headSha, "lint", "success");
    github.reportCheck(headSha, "spelling", "failure");
    expect(await unmet()).toBe("mergeable");
  });
});

describe("what cannot be read", () => {
  itInCi("of reviews is unmet, by what is demanded of them", async () => {
    rule("pull_request", { required_approving_review_count: 2, required_review_thread_resolution: true });
    bypass("always");
    approve("bob");
    approve("cat");
    for (const field of ["reviewDecision", "reviewThreads", "byWriters"]) {
      github.world.hiddenFields.clear();
      github.world.hiddenFields.add(field);
      expect([await unmet(), field]).toEqual([
        [
          "2 approvals, which cannot be read (Resource not accessible by integration)",
          "resolved review threads, which cannot be read (Resource not accessible by integration)",
        ],
        field,
      ]);
    }
    github.world.hiddenFields.clear();
    expect(await unmet()).toBe("mergeable");
  });

  it("of deployments is unmet", async () => {
    rule("required_deployments", { required_deployment_environments: ["staging"] });
    github.deploy(headSha, "staging", "success");
    expect(await unmet("admission", withPermissions({ ...USUAL, ...ADMINISTRATION }))).toEqual([
      "a deployment to `staging`, which the service needs the permission Deployments: read to see",
    ]);
  });

  itInAll(
    "of branch protection is unmet while GitHub blocks the pull request, and reviews are read all the same",
    async () => {
      github.protect("main", { requiredReviews: 1, reviewBypass: [SERVICE_LOGIN], checks: ["build"] });
      const less = withPermissions(USUAL);
      const protection =
        "the requirements of branch protection, which the service needs the permission Administration: read to read";
      expect(await unmet("admission", less)).toEqual(["0 of 1 approval", protection]);
      approve("bob");
      expect(await unmet("admission", less)).toEqual([protection]);
      expect(await unmet("landing", less)).toBe("mergeable");
      github.reportCheck(headSha, "build", "success");
      expect(await unmet("admission", less)).toBe("mergeable");
      github.world.bypassersSee = "clean";
      github.dismissReview(7, "bob");
      expect(await unmet("landing", less)).toEqual(["0 of 1 approval"]);
    },
  );

  itInAll(
    "of branch protection, where GitHub shows nothing of it, is known by GitHub's decision on the reviews",
    async () => {
      github.protect("main", { requiredReviews: 1, reviewBypass: [SERVICE_LOGIN] });
      github.world.bypassersSee = "clean";
      github.world.hiddenFields.add("baseRef");
      const less = withPermissions(USUAL);
      expect(await unmet("admission", less)).toEqual(["0 of 1 approval"]);
      approve("bob");
      expect(await unmet("admission", less)).toBe("mergeable");
      github.world.hiddenFields.add("reviewDecision");
      expect(await unmet("landing", less)).toEqual([
        "1 approval, which cannot be read (Resource not accessible by integration)",
        "resolved review threads, which cannot be read (Resource not accessible by integration)",
      ]);
    },
  );

  itInAll("names the permission that makes it readable", async () => {
    github.protect("main", { checks: ["build"] });
    expect(await unmet("admission", withPermissions(USUAL))).toHaveLength(1);
    expect(await unmet("admission", withPermissions({ ...USUAL, ...ADMINISTRATION }))).toBe("mergeable");
  });

  it("of the branch's rules altogether is unmet", async () => {
    github.faults.next(({ path }) => path.includes("/rules/branches/"), {
      kind: "answer",
      status: 403,
      headers: { "content-type": "application/json" },
      body: '{"message":"Resource not accessible by integration"}',
    });
    expect(await unmet()).toEqual([
      expect.stringMatching(/^the rules of `main`, which cannot be read \(GitHub answered GET .* with 403/),
    ]);
  });

  const UNCHECKABLE = ["workflows", "code_scanning", "a_rule_of_tomorrow"];

  itInAll.each(UNCHECKABLE)("of the rule %s is unmet while GitHub blocks the pull request", async (type) => {
    const checks = { required_status_checks: [{ context: "build" }] };
    github.ruleset({ rules: [{ type }, { type: "required_status_checks", parameters: checks }] });
    expect(await unmet()).toEqual([`\`${type}\`, a rule that the service cannot check`]);
    github.reportCheck(headSha, "build", "success");
    expect([await unmet(), await unmet("landing")]).toEqual(["mergeable", "mergeable"]);
  });

  it.each<readonly [string, BypassMode]>([
    ["workflows", "exempt"],
    ["code_scanning", "always"],
    ["a_rule_of_tomorrow", "pull_request"],
  ])(
    "of the rule %s is unmet where the service may bypass it (%s), whatever GitHub shows",
    async (type, mode) => {
      rule(type);
      bypass(mode);
      github.world.violatedRules.add(type);
      github.world.bypassersSee = "clean";
      const words =
        `\`${type}\`, a rule that the service cannot check and may bypass; ` +
        "remove it from the bypass list of the ruleset `protect main`";
      expect([await unmet(), await unmet("poll"), await unmet("landing")]).toEqual([
        [words],
        [words],
        [words],
      ]);
    },
  );

  itInAll("of what a rule about people demands is unmet, unless GitHub holds the service to it", async () => {
    rule("pull_request", { required_reviewers: [{ minimum_approvals: 1 }], require_moon_phase: true });
    const words = [
      "`required_reviewers`, a requirement that the service cannot check",
      "`require_moon_phase`, a requirement that the service cannot check",
    ];
    for (const mode of ["always", "exempt", "pull_request"] as const) {
      bypass(mode);
      expect([await unmet(), mode]).toEqual([words, mode]);
    }
    bypass("never");
    expect([await unmet(), await unmet("landing")]).toEqual(["mergeable", "mergeable"]);
  });

  it("is unmet too where GitHub blocks it without a reason", async () => {
    showBlocked();
    expect(await unmet()).toEqual(["a rule that GitHub enforces but does not name"]);
  });

  it("does not count where the queue brings the pull request up to date, which GitHub may block it for", async () => {
    requireUpToDate();
    github.reportCheck(headSha, "build", "success");
    showBlocked();
    expect(await unmet()).toBe("mergeable");
  });

  itInCi("does not count where GitHub only calls the pull request behind", async () => {
    rule("workflows");
    requireUpToDate();
    github.reportCheck(headSha, "build", "success");
    await github.pushToBranch("main", { "other.txt": "other" });
    expect(await unmet()).toBe("mergeable");
  });

  function requireUpToDate(): void {
    rule("required_status_checks", {
      required_status_checks: [{ context: "build" }],
      strict_required_status_checks_policy: true,
    });
  }

  /** The next time GitHub is asked. */
  function showBlocked(): void {
    const pull = { number: 7, title: "", state: "open", mergeable: true, mergeable_state: "blocked" };
    github.faults.next("GET /repos/{owner}/{repo}/pulls/{number}", {
      kind: "answer",
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...pull, head: { sha: headSha, ref: "x" }, base: { ref: "main" } }),
    });
  }
});

itInCi("is asked of GitHub again before a landing, whatever was known a moment ago", async () => {
  rule("pull_request", { required_approving_review_count: 1 });
  bypass("always");
  approve("bob");
  const { forge } = world.reopen({ rulesKeptMs: 60_000, settingsOf: withSettings({}) });
  expect(await unmet("admission", { forge })).toBe("mergeable");
  github.dismissReview(7, "bob");
  expect(await unmet("landing", { forge })).toEqual(["0 of 1 approval"]);
});
