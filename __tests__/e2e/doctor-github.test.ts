/** `merge-queue doctor` on the counterpart of GitHub: what an operator is told when all is well, and when it is not. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { NEEDED_PERMISSIONS, WANTED_EVENTS } from "../../src/service/github/forge/access-needs.js";
import { newAppKey } from "../support/app-key.js";
import { askDoctor, callDoctor, type DoctorRun } from "../support/doctor-call.js";
import type { GitHub } from "../support/github/git-hub.js";
import { type GitHubOptions, openGitHub, SERVICE_TOKEN } from "../support/github/open-git-hub.js";
import { freePort } from "../support/serve-process.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

const SECRET = "a-secret-that-both-sides-know";
const GRANTED = Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));

function grantedBut(...missing: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(GRANTED).filter(([name]) => !missing.includes(name)));
}

let receiver: Server;
let hookUrl = "";
let hookStatus = 202;
let port = 0;
let folder = "";
let github: GitHub;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(hookStatus).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  hookUrl = `http://127.0.0.1:${address.port}/github/webhooks`;
  port = await freePort();
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(async () => {
  hookStatus = 202;
  folder = await mkdtemp(join(tmpdir(), "doctor-"));
});
afterEach(async () => {
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

/** As a team would have it: checks are required, and CI was seen on a test branch. */
async function wellKept(options: GitHubOptions = {}): Promise<void> {
  github = await openGitHub({
    permissions: GRANTED,
    events: WANTED_EVENTS,
    webhookSecret: SECRET,
    webhookUrl: hookUrl,
    ...options,
  });
  requireCheck("build");
  const branch = `mq-merge/pr-1/${randomUUID()}`;
  const tested = await github.pushToBranch(branch, { "hello.txt": "Hello\n" });
  github.reportCheck(tested, "build", "success");
  await github.webhooks.settled();
}

function requireCheck(context: string): void {
  const parameters = { required_status_checks: [{ context }] };
  github.ruleset({ name: "checks", rules: [{ type: "required_status_checks", parameters }] });
}

function settings(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: SECRET,
    MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
    ...more,
  };
}

function ofApp(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const { appId, privateKey } = github.app;
  const access = { MERGE_QUEUE_GITHUB_APP_ID: String(appId), MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: privateKey };
  return settings({ ...access, ...more });
}

/** By the built program. */
const asApp = (more: Readonly<Record<string, string>> = {}) => callDoctor(folder, ofApp(more), ["--json"]);
const asAppHere = (more: Readonly<Record<string, string>> = {}) => askDoctor(folder, ofApp(more));

const amiss = ({ lines }: DoctorRun) => lines.filter((line) => !line.startsWith("ok "));

itInAll(
  "has nothing to say against a GitHub App that is set up as documented, before the service ever ran",
  async () => {
    await wellKept();
    const run = await asApp();
    expect(amiss(run)).toEqual([]);
    expect(run.exitCode).toBe(0);
    expect(run.lines).toContain(
      "ok branches of github.com/acme/shop: branch main: a test run is decided by build",
    );
    expect(run.lines).toContain("ok GitHub limits: this is GitHub Enterprise Server 3.17.0");
    expect(run.lines).toContain(`ok service: nothing listens at 127.0.0.1:${port} now`);
  },
);

itInAll("names each permission that is missing, what it is for and where to grant it", async () => {
  await wellKept({ permissions: { ...grantedBut("statuses", "workflows"), contents: "read" } });
  const run = await asApp();
  expect(run.exitCode).toBe(1);
  expect(amiss(run)).toEqual([
    expect.stringMatching(
      /^problem GitHub credentials: the App merge-queue does not ask for the permission Contents: write; without it .* -> set Contents to "Read and write"/,
    ),
    expect.stringMatching(/^problem GitHub credentials: .* the permission Commit statuses: read; without it/),
    expect.stringMatching(/^warning GitHub credentials: .* the permission Workflows: write; without it/),
  ]);
});

itInAll("tells a key that is not the App's from a clock that is wrong", async () => {
  await wellKept();
  const privateKey = newAppKey();
  const wrongKey = await asApp({ MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: privateKey });
  expect(wrongKey.exitCode).toBe(1);
  expect(amiss(wrongKey)).toEqual([
    expect.stringMatching(
      /^problem GitHub credentials: GitHub does not accept the App's id and private key.* -> check that `githubAppId`/,
    ),
    ...RESTING,
  ]);
  expect(wrongKey.output).not.toContain(privateKey.split("\n")[1]);

  github.world.clockAheadMs = -5 * 60_000;
  const wrongClock = await asApp();
  expect(wrongClock.exitCode).toBe(1);
  expect(amiss(wrongClock)).toEqual([
    expect.stringMatching(/^problem GitHub API: this machine's clock is (299|300|301) s ahead of GitHub's/),
    expect.stringMatching(/^problem GitHub credentials: .* -> set this machine's clock first$/),
    ...RESTING,
  ]);
});

itInAll("tells of an installation that is suspended, and of one that is not there", async () => {
  await wellKept();
  const installation = { id: 815, suspended_at: "2026-01-01T00:00:00Z", permissions: GRANTED };
  answerInstallation(200, installation);
  const suspended = await asApp();
  expect(suspended.exitCode).toBe(1);
  expect(suspended.lines).toContainEqual(
    expect.stringMatching(
      /^problem repository github.com\/acme\/shop: .* is suspended, .* -> unsuspend it in the settings of acme/,
    ),
  );

  github.faults.stop();
  answerInstallation(404, { message: "Not Found" });
  expect((await asAppHere()).lines).toContainEqual(
    expect.stringMatching(
      /^problem repository github.com\/acme\/shop: .* is not installed on it.* -> install it: https:\/\/github.com\/apps\/merge-queue\/installations\/new/,
    ),
  );
});

itInAll(
  "says which rules keep it from pushing, on the target branch and on test branches, and which it may bypass",
  async () => {
    await wellKept({ permissions: { ...GRANTED, administration: "read" } });
    github.protect("main", { checks: ["build"], requiredReviews: 1, pushers: ["ada"] });
    github.ruleset({ name: "signed", rules: [{ type: "required_signatures" }] });
    github.ruleset({ name: "by us", rules: [{ type: "update" }], bypass: ["merge-queue[bot]"] });
    github.ruleset({ name: "closed", include: ["refs/heads/mq-merge/**"], rules: [{ type: "creation" }] });
    const run = await asApp();
    expect(run.exitCode).toBe(1);
    const found = run.lines.filter((line) => /ruleset|protection/.test(line));
    expect(found).toEqual([
      expect.stringMatching(
        /^problem .*: branch main: a ruleset requires signed commits.* bypass list of the ruleset "signed".*; or set `githubLanding` to merge$/,
      ),
      "ok branches of github.com/acme/shop: branch main: a ruleset forbids all updates, which the service may bypass",
      expect.stringMatching(
        /^problem .*: branch main: branch protection requires pull requests .* allow the App to bypass required pull requests; or set `githubLanding` to merge$/,
      ),
      expect.stringMatching(/^problem .*: branch main: branch protection restricts who may push/),
      expect.stringMatching(
        /^problem .*: test branches mq-merge\/…: a ruleset forbids creating such branches/,
      ),
    ]);
  },
);

itInCi(
  "looks at the branches that merges are tried out on, and asks for no git, where there is no clone",
  async () => {
    await wellKept();
    const rules = [{ type: "deletion" }, { type: "non_fast_forward" }];
    github.ruleset({ name: "closed", include: ["refs/heads/mq-scratch/**"], rules });
    const withoutClone = await askDoctor(folder, ofApp({ MERGE_QUEUE_GITHUB_GIT: "api" }));
    expect(amiss(withoutClone)).toEqual([
      expect.stringMatching(
        /: scratch branches mq-scratch\/…: a ruleset forbids deleting .*, and forbids force pushes /,
      ),
    ]);
    expect(withoutClone.lines).toContain("ok git: not needed: GitHub creates the commits");
    expect(withoutClone.lines.filter((line) => line.includes("git can read it"))).toEqual([]);
    expect(amiss(await asAppHere())).toEqual([]);
  },
);

itInCi("takes rules that keep it from pushing for none where GitHub merges", async () => {
  await wellKept({ permissions: { ...GRANTED, administration: "read" } });
  github.protect("main", { requiredReviews: 1 });
  github.ruleset({ name: "reviewed", rules: [{ type: "pull_request" }] });
  const run = await asAppHere({ MERGE_QUEUE_GITHUB_LANDING: "merge" });
  expect(amiss(run)).toEqual([]);
});

it("says that it cannot see what branch protection demands without the permission for that", async () => {
  await wellKept({ permissions: grantedBut("administration") });
  github.protect("main", { requiredReviews: 1 });
  const run = await asAppHere();
  expect(run.exitCode).toBe(0);
  expect(amiss(run)).toEqual([
    expect.stringMatching(
      /^warning GitHub credentials: .* the permission Administration: read; without it a pull request is not ready/,
    ),
    expect.stringMatching(
      /^warning .*: branch main: branch protection is on, and the App or token may not read its requirements/,
    ),
  ]);
});

it("says what makes a pull request ready, and which rules it cannot check", async () => {
  await wellKept();
  github.protect("main", { checks: ["build"], requiredReviews: 1, reviewBypass: ["merge-queue[bot]"] });
  const parameters = {
    required_approving_review_count: 2,
    require_code_owner_review: true,
    required_review_thread_resolution: true,
    required_reviewers: [{ minimum_approvals: 1 }],
  };
  const deployed = { required_deployment_environments: ["staging"] };
  const rules = [
    { type: "pull_request", parameters },
    { type: "required_deployments", parameters: deployed },
    { type: "workflows" },
  ];
  github.ruleset({ name: "people", rules, bypass: ["merge-queue[bot]"] });
  const run = await asAppHere();
  expect(run.lines).toContain(
    "ok branches of github.com/acme/shop: branch main: a ready pull request has 2 approvals, an approval by a code owner, resolved review threads, a deployment to `staging`: the queue checks this itself, even where it may bypass the rule",
  );
  expect(amiss(run)).toEqual([
    expect.stringMatching(
      /^warning .*: branch main: the service cannot check `required_reviewers`, so no pull request is ready while the service may bypass it -> /,
    ),
    expect.stringMatching(
      /^problem .*: branch main: the service cannot check `workflows` and may bypass it: .* so no pull request is ready -> remove the App, or the token's owner, from the bypass list of the ruleset `people`/,
    ),
    expect.stringMatching(/^problem .*: branch main: `workflows`: .* none runs on a pushed test branch/),
  ]);
});

itInCi("says that nothing would decide a test run, and which required check nobody reports", async () => {
  await wellKept();
  requireCheck("lint");
  expect(amiss(await asAppHere())).toEqual([
    expect.stringMatching(
      /^warning .*: branch main: lint is required, but CI reported no such check on the last test branches/,
    ),
  ]);
  github.world.rulesets.length = 0;
  expect(amiss(await asAppHere())).toEqual([
    expect.stringMatching(/^problem .*: branch main: no check is required, so nothing decides a test run/),
  ]);
});

itInCi(
  "names required checks that were only skipped on test branches, by push or by draft pull request",
  async () => {
    await wellKept();
    requireCheck("integration");
    const headBranch = `mq-merge/pr-2/${randomUUID()}`;
    const headSha = await github.pushToBranch(headBranch, { "second.txt": "Second\n" });
    github.reportJob(
      github.workflowRun({ headSha, headBranch, event: "pull_request" }),
      "integration",
      "skipped",
    );
    await github.setBranch(headBranch, null);
    expect(amiss(await asAppHere())).toEqual([
      expect.stringMatching(
        /^warning .*: branch main: integration is required, but was only skipped on the last test branches -> check that no condition on the event or on drafts skips the job on test branches/,
      ),
    ]);
    github.reportJob(github.workflowRun({ headSha, headBranch }), "integration", "success");
    expect(amiss(await asAppHere())).toEqual([]);
  },
);

it("warns of the queue's own check among the required ones", async () => {
  await wellKept();
  requireCheck("Merge Queue");
  expect(amiss(await asAppHere())).toEqual([
    expect.stringMatching(
      /^warning .*: branch main: the check "Merge Queue" is required, but it is the queue's own/,
    ),
    expect.stringMatching(/^warning .*: branch main: Merge Queue is required, but CI reported no such check/),
  ]);
});

it("finds whose client id it is, whether its secret is right, and where people sign in", async () => {
  await wellKept();
  const { clientId, clientSecret } = github.world.signIns;
  const page = createServer((request, response) => {
    response.end(request.url === "/sign-in" ? "<a>Sign in with GitHub</a>" : "");
  });
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  const address = page.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  const ofSignIn = async (more: Readonly<Record<string, string>>) => {
    const given = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, ...more };
    const named = Object.entries(given).map(([name, value]): readonly [string, string] => [
      `MERGE_QUEUE_GITHUB_${name}`,
      value,
    ]);
    const settingsOf: Readonly<Record<string, string>> = Object.fromEntries(named);
    const run = await askDoctor(folder, ofApp({ MERGE_QUEUE_PUBLIC_URL: url, ...settingsOf }));
    expect(run.output).not.toContain(clientSecret);
    return run.lines.filter((line) => line.includes("sign-in with GitHub"));
  };
  expect(await ofSignIn({})).toEqual([
    "ok sign-in with GitHub: the client id belongs to the App merge-queue",
    "ok sign-in with GitHub: GitHub accepts the client secret",
    `ok sign-in with GitHub: ${url}/sign-in answers; the App's settings need the callback URL ${url}/sign-in/github/callback`,
  ]);
  page.close();
  page.closeAllConnections();
  expect(await ofSignIn({ CLIENT_ID: "Iv23liOther", CLIENT_SECRET: "wrong" })).toEqual([
    expect.stringMatching(
      /^problem .* is not that of the App merge-queue.* -> set `githubClientId` to Iv23li/,
    ),
    expect.stringMatching(
      /^problem .* does not accept the client id with its secret: GitHub answered with 401.* -> generate a client/,
    ),
    expect.stringMatching(
      /^warning .* does not show the sign-in from here \(ECONNREFUSED\); the App's settings/,
    ),
  ]);
  expect(await ofSignIn({ CLIENT_ID: "", CLIENT_SECRET: "" })).toEqual([
    "ok sign-in with GitHub: not set up; people sign in with tokens (docs/how-to/sign-in.md)",
  ]);
});

itInAll("says when webhooks go nowhere, elsewhere, or are not taken", async () => {
  await wellKept({ events: ["push"] });
  hookStatus = 401;
  await github.pushToBranch("main", { "more.txt": "More\n" });
  await github.webhooks.settled();
  const refused = await asAppHere();
  expect(refused.exitCode).toBe(1);
  expect(amiss(refused)).toEqual([
    expect.stringMatching(/^warning GitHub webhooks: the App is not subscribed to check_run, check_suite/),
    expect.stringMatching(
      /^problem GitHub webhooks: \d of the last \d+ were not accepted, including the newest, \w+: the answer was 401 -> give the App and the service the same secret$/,
    ),
  ]);
  github.webhooks.url = "https://elsewhere.example.com/hooks";
  expect((await asAppHere()).lines).toContainEqual(
    expect.stringMatching(
      /^problem GitHub webhooks: they go to https:\/\/elsewhere.example.com\/hooks; expected an address that ends in \/github\/webhooks/,
    ),
  );
  github.webhooks.url = null;
  expect((await asApp()).lines).toContainEqual(
    expect.stringMatching(/^warning GitHub webhooks: the App has no webhook; the service expects them -> /),
  );
});

itInAll("goes on where the API cannot be reached, and repeats no token", async () => {
  await wellKept();
  const nowhere = await freePort();
  const run = await callDoctor(
    folder,
    settings({
      MERGE_QUEUE_GITHUB_TOKEN: SERVICE_TOKEN,
      MERGE_QUEUE_GITHUB_API_URL: `http://127.0.0.1:${nowhere}/api/v3`,
      MERGE_QUEUE_API_TOKEN: "mq_the-token-of-an-operator",
    }),
  );
  expect(run.exitCode).toBe(1);
  expect(run.lines).toContainEqual(
    expect.stringMatching(
      /^problem  GitHub API: http:\/\/127.0.0.1:\d+\/api\/v3 gives no usable answer: .*ECONNREFUSED/,
    ),
  );
  expect(run.lines.filter((line) => line.startsWith("problem"))).toHaveLength(1);
  expect(run.lines).toContainEqual(expect.stringMatching(/^ok {7}git: git \d/));
  expect(run.output).not.toMatch(/github_pat|the-token-of|\n\s+at /);
});

it("finds out what a token may read, and knows that no fine-grained one reads checks", async () => {
  await wellKept();
  github.addToken("github_pat_of_somebody", "queue-service", grantedBut("checks"));
  const run = await askDoctor(folder, settings({ MERGE_QUEUE_GITHUB_TOKEN: "github_pat_of_somebody" }));
  expect(run.exitCode).toBe(1);
  expect(run.lines).toContainEqual(
    expect.stringMatching(
      /^problem repository github.com\/acme\/shop: the token may not read checks, .* -> use an App/,
    ),
  );
});

itInAll("keeps what hostile names hold from terminals and logs", async () => {
  await wellKept();
  const name = "rules\u001b[2J\r\n::error::##[command]\u202e";
  github.ruleset({ name, rules: [{ type: "required_signatures" }] });
  const check = "build\u001b]0;owned\u0007\nok       everything: fine";
  requireCheck(check);
  const run = await callDoctor(folder, ofApp());
  expect(run.exitCode).toBe(1);
  expect(run.output).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|##\[/u);
  for (const line of run.lines) expect(line).toMatch(/^(ok|warning|problem) {2,}(?!everything)\S/);
});

const RESTING = [
  "warning GitHub limits: not checked -> fix the problem with repository github.com/acme/shop first, then run the doctor again",
  "warning GitHub webhooks: not checked -> fix the problem with GitHub credentials first, then run the doctor again",
  "warning repository github.com/acme/shop: not checked -> fix the problem with GitHub credentials first, then run the doctor again",
  "warning branches of github.com/acme/shop: not checked -> fix the problem with repository github.com/acme/shop first, then run the doctor again",
  "warning landing in github.com/acme/shop: not checked -> fix the problem with repository github.com/acme/shop first, then run the doctor again",
];

/** To every call of the next run of the doctor. */
function answerInstallation(status: number, body: object): void {
  const route = "GET /repos/{owner}/{repo}/installation";
  const headers = { "content-type": "application/json; charset=utf-8" };
  github.faults.next(route, { kind: "answer", status, headers, body: JSON.stringify(body) }, 9);
}
