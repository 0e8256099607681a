/** `merge-queue github setup` on the counterpart of GitHub: a whole setup, one that is killed in every step, and refusals. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { DEFAULT_QUEUE_SETTINGS } from "../../src/domain/queue-settings.js";
import { NEEDED_PERMISSIONS, WANTED_EVENTS } from "../../src/service/github/forge/access-needs.js";
import { readConfig } from "../../src/service/settings/config.js";
import { readStore } from "../../src/service/store/open-store.js";
import { withTokens } from "../../src/service/store/open-webhooks.js";
import { tokenDigest } from "../../src/service/tokens/token-text.js";
import { callCommand } from "../support/command-line.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { isJsonObject } from "../support/json-object.js";
import { freePort, ServeProcess } from "../support/serve-process.js";
import { FORM_ADDRESS, install, registerInBrowser, SetupProcess } from "../support/setup-process.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { waitUntil } from "../support/wait-until.js";

const GRANTED = Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));
const WORKFLOW = ".github/workflows/ci.yml";
const CI =
  "name: CI\non: pull_request # for all\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: []\n";
const CI_AFTER =
  'name: CI\non:\n  pull_request:\n  push:\n    branches: ["mq-merge/**"] # for all\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: []\n';
const DIES = `--import ${new URL("../support/dies-after-writing.mjs", import.meta.url).href}`;
const URL_OF_SERVICE = "http://127.0.0.1:9/queue";

let folder = "";
let data = "";
let github: GitHub;
const running: SetupProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "github-setup-"));
  data = join(folder, "data");
  github = await openGitHub({
    permissions: GRANTED,
    events: WANTED_EVENTS,
    webhookSecret: "hook-secret-1234567890",
    files: { [WORKFLOW]: CI },
  });
  github.webhooks.behave(() => "lose");
  github.world.registrations.isInstalled = false;
});
afterEach(async () => {
  for (const process of running.splice(0)) await process.kill();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

function words(...more: readonly string[]): readonly string[] {
  return [
    ...["--repo", "acme/shop", "--url", URL_OF_SERVICE, "--data", data],
    ...["--github-url", github.webUrl, ...more],
  ];
}

function start(
  more: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): SetupProcess {
  // With a PATH of its own a test has a browser of its own; no other may open one.
  const browser = environment["PATH"] === undefined ? ["--no-browser"] : [];
  const process = new SetupProcess(folder, words(...browser, ...more), environment);
  running.push(process);
  return process;
}

/** In this process, for what ends before a person has to act. */
async function refusal(...more: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await callCommand(["github", "setup", ...words(...more)], {
    environment: {},
  });
  expect(stdout).toBe("");
  return `${exitCode} ${stderr.trim()}`;
}

const text = (name: string) => readFileSync(join(data, name), "utf8");
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const config = () => readConfig({ MERGE_QUEUE_CONFIG: join(data, "queue.yml") });

async function queueOf(targetBranch: string) {
  const store = await readStore(config().database);
  const { host } = new URL(github.webUrl);
  const repository = { host, owner: "acme", name: "shop" };
  try {
    return await store.load({ repository, targetBranch });
  } finally {
    await store.close();
  }
}

/** All secrets that exist after a setup. */
function secrets(): readonly string[] {
  const key = github.app.privateKey.split("\n").filter((line) => line.length > 20 && !line.startsWith("---"));
  return [...key, github.webhooks.secret, github.world.signIns.clientSecret, text("admin-token").trim()];
}

async function expectComplete(): Promise<void> {
  expect(modeOf(data)).toBe("700");
  for (const name of [
    "github-app-key.pem",
    "github-webhook-secret",
    "github-client-secret",
    "queue.yml",
    "admin-token",
    "github-setup.json",
  ]) {
    expect({ name, mode: modeOf(join(data, name)) }).toEqual({ name, mode: "600" });
  }
  expect(text("github-app-key.pem")).toBe(`${github.app.privateKey.trim()}\n`);
  expect(text("github-webhook-secret")).toBe(`${github.webhooks.secret}\n`);
  const { database, ...settings } = config();
  expect(settings).toMatchObject({
    githubAppId: String(github.app.appId),
    githubClientId: github.world.signIns.clientId,
    githubClientSecret: github.world.signIns.clientSecret,
    githubWebhookSecret: github.webhooks.secret,
    publicUrl: URL_OF_SERVICE,
    dataFolder: data,
    forge: "github",
  });
  const active = await withTokens(database, (tokens) => tokens.active(Date.now()));
  expect(active.map(({ digest }) => digest)).toEqual([tokenDigest(text("admin-token").trim())]);
  const state: unknown = JSON.parse(text("github-setup.json"));
  expect(isJsonObject(state) ? [state["secrets"], state["registration"]] : state).toEqual([null, null]);
  expect(readdirSync(data).filter((name) => name.endsWith(".new"))).toEqual([]);
  expect(github.world.registrations.registered).toHaveLength(1);
}

async function expectProposed(): Promise<void> {
  const [pull, ...others] = [...github.world.pulls.values()];
  expect(others).toEqual([]);
  expect(pull).toMatchObject({ base: "main", headRef: "merge-queue/ci-trigger", author: "merge-queue[bot]" });
  const files = await github.world.git.repository.files(pull?.headSha ?? "");
  expect(files[WORKFLOW]).toBe(`100644 ${CI_AFTER.trimEnd()}`);
}

describe("a setup without interruption", () => {
  it("needs a person on two pages and four answers, opens the browser, and shows no secret", async () => {
    const bin = join(folder, "bin");
    await mkdir(bin);
    const opener = `#!/bin/sh\necho "$1 \${MERGE_QUEUE_API_TOKEN:-none}" >> '${join(folder, "opened")}'\n`;
    for (const name of ["xdg-open", "open"]) {
      await writeFile(join(bin, name), opener);
      await chmod(join(bin, name), 0o755);
    }
    const PATH = `${bin}${delimiter}${process.env["PATH"] ?? ""}`;
    const setup = start([], { PATH, MERGE_QUEUE_API_TOKEN: "not-for-the-browser" });
    const formUrl = await setup.says(FORM_ADDRESS);
    const redirect = await registerInBrowser(formUrl);
    expect((await fetch(redirect)).status).toBe(200);
    await setup.says(/merge: GitHub merges pull requests one at a time/);
    await setup.says(/How shall pull requests land\? \[push\]/);
    setup.answer("as usual");
    await setup.says(/Expected push, head-push or merge\./);
    setup.answer("head-push");
    const page = await setup.says(/Install the App on acme\/shop: (\S+)/);
    expect(page).toBe(`${github.webUrl}/github-apps/merge-queue/installations/new`);
    await setup.says(/Waiting until it is installed/);
    install(github);
    await setup.says(/How many test runs may run in parallel\? \[3\]/);
    setup.answer("many");
    await setup.says(/Expected a number from 1 to 1000\./);
    setup.answer("5");
    await setup.says(/Open a pull request to main with it\? \[y\/N\]/);
    setup.answer("y");
    const { exitCode, stdout, stderr } = await setup.ended;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stdout).toBe(
      `GitHub is set up. Start the service:
  merge-queue serve --config ${data}/queue.yml
The doctor reported 2 problem(s) above. Check again while the service runs:
  merge-queue doctor --config ${data}/queue.yml
The token for commands that call the service:
  --token-file ${data}/admin-token
`,
    );
    await expectComplete();
    await expectProposed();
    for (const secret of secrets()) expect(stdout + stderr).not.toContain(secret);
    const opened = readFileSync(join(folder, "opened"), "utf8");
    expect(opened).toBe(`${formUrl} none\n${page} none\n`);
    const [registration] = github.world.registrations.registered;
    expect(registration).toMatchObject({
      owner: "acme",
      manifest: {
        name: "merge-queue-acme",
        url: URL_OF_SERVICE,
        public: false,
        hook_attributes: { url: `${URL_OF_SERVICE}/github/webhooks`, active: true },
        redirect_url: `${redirect.origin}/registered`,
        callback_urls: [`${URL_OF_SERVICE}/sign-in/github/callback`],
        default_permissions: GRANTED,
        default_events: WANTED_EVENTS,
      },
    });
    expect(await queueOf("main")).toMatchObject({
      queue: {
        tip: github.tip("main"),
        settings: {
          ...DEFAULT_QUEUE_SETTINGS,
          ...{ concurrency: 5, canOptimisticallyMerge: true, pendingFailureDepth: 1 },
          showAsMerged: "head-push",
        },
      },
    });
  });
});

/** Runs up to a request that GitHub does not answer, and kills the process there. */
async function killedAt(route: string, more: readonly string[] = []): Promise<void> {
  const before = github.faults.happened.length;
  github.faults.next(route, { kind: "hang" });
  const setup = start(more);
  await waitUntil("the request", () => github.faults.happened.length > before);
  await setup.kill();
  github.faults.stop();
}

describe("a setup that is killed in every step", () => {
  itInCi("continues where it was, and does nothing twice", async () => {
    const yes = ["--yes", "--open-pull-request", "--check", "build"];
    // While it waits for the registration: the form, the state and the port remain.
    const first = start(yes);
    const redirect = await registerInBrowser(await first.says(FORM_ADDRESS));
    await first.kill();
    const again = start(yes);
    const form = await again.says(FORM_ADDRESS);
    expect(new URL(form).origin).toBe(redirect.origin);
    // While GitHub exchanges the code, which is in the state.
    github.faults.next("POST /app-manifests", { kind: "hang" });
    expect((await fetch(redirect)).status).toBe(200);
    await waitUntil("the request", () => github.faults.happened.length === 1);
    await again.kill();
    github.faults.stop();
    expect(text("github-setup.json")).toContain(redirect.searchParams.get("code"));
    // While it waits for the installation, with the files written.
    const waiting = start(yes);
    await waiting.says(/Waiting until it is installed/);
    expect(text("github-app-key.pem")).toContain("PRIVATE KEY");
    await waiting.kill();
    install(github);
    // In the doctor, while the queue and the pull request are made.
    await killedAt("GET /app/hook/config", yes);
    await killedAt("GET /repos/{owner}/{repo}/git/ref/{ref+}", yes);
    const token = text("admin-token");
    await killedAt("PUT /repos/{owner}/{repo}/contents", yes);
    await killedAt("POST /repos/{owner}/{repo}/pulls", yes);
    expect(await queueOf("main")).not.toBeNull();
    const last = await start(yes).ended;
    expect({ exitCode: last.exitCode, stderr: last.stderr }).toMatchObject({ exitCode: 0 });
    await expectComplete();
    await expectProposed();
    expect(text("admin-token")).toBe(token);
    // One more run finds everything done.
    const { exitCode, stderr } = await start(yes).ended;
    expect(exitCode).toBe(0);
    expect(stderr).not.toMatch(/Register|Wrote|Created|Opened/);
    await expectComplete();
    expect(github.world.pulls.size).toBe(1);
  });

  itInAll("is killed after one file, then after two and so on, and comes to the same end", async () => {
    install(github);
    let redirect: URL | null = null;
    let deaths = 0;
    for (;;) {
      const setup = start(["--yes", "--open-pull-request", "--check", "build"], {
        ...{ NODE_OPTIONS: DIES, DIES_AFTER: String(deaths + 1) },
      });
      const form = await setup.says(FORM_ADDRESS).catch(() => null);
      if (form !== null) {
        // The process may die before it answers the browser.
        redirect ??= await registerInBrowser(form).catch(() => null);
        if (redirect !== null) await fetch(redirect).catch(() => null);
      }
      const { exitCode, stderr } = await setup.ended;
      if (exitCode === 0) break;
      expect({ exitCode, stderr }).toMatchObject({ exitCode: null });
      deaths += 1;
      expect(deaths).toBeLessThan(30);
    }
    expect(deaths).toBeGreaterThanOrEqual(4);
    await expectComplete();
    await expectProposed();
    expect(await queueOf("main")).not.toBeNull();
  });

  itInCi("asks again what it was killed at, and no question that was answered", async () => {
    install(github);
    const first = start();
    await fetch(await registerInBrowser(await first.says(FORM_ADDRESS)));
    await first.says(/How shall pull requests land\?/);
    await first.kill();
    const second = start();
    await second.says(/How shall pull requests land\?/);
    second.answer("merge");
    await second.says(/How many test runs may run in parallel\?/);
    await second.kill();
    const third = start();
    await third.says(/How many test runs may run in parallel\?/);
    third.answer("4");
    await third.says(/Open a pull request to main with it\?/);
    await third.kill();
    const last = start(["--yes", "--open-pull-request"]);
    const { exitCode, stderr } = await last.ended;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).not.toMatch(/How shall pull requests land|How many test runs|Register/);
    await expectComplete();
    await expectProposed();
    expect(readFileSync(join(data, "queue.yml"), "utf8")).toContain('githubLanding: "merge"');
    expect(await queueOf("main")).toMatchObject({ queue: { settings: { concurrency: 4 } } });
  });

  itInCi("replaces a token that an interrupted run created but did not store", async () => {
    await setUp();
    await rm(join(data, "admin-token"));
    const state: unknown = JSON.parse(text("github-setup.json"));
    await writeFile(join(data, "github-setup.json"), JSON.stringify({ ...Object(state), tokenId: null }));
    expect(await start(["--yes"]).ended).toMatchObject({ exitCode: 0 });
    await expectComplete();
  });

  itInCi("writes the files of an App whose key has arrived, from the state", async () => {
    await setUp();
    const key = text("github-app-key.pem");
    const state: unknown = JSON.parse(text("github-setup.json"));
    const { clientSecret } = github.world.signIns;
    const held = { privateKey: key, webhookSecret: github.webhooks.secret, clientSecret };
    await writeFile(join(data, "github-setup.json"), JSON.stringify({ ...Object(state), secrets: held }));
    await rm(join(data, "github-app-key.pem"));
    await rm(join(data, "queue.yml"));
    expect(await start(["--yes"]).ended).toMatchObject({ exitCode: 0 });
    await expectComplete();
  });
});

/** With the defaults, and no change of the repository. */
async function setUp(): Promise<string> {
  install(github);
  const setup = start(["--yes"]);
  await fetch(await registerInBrowser(await setup.says(FORM_ADDRESS)));
  const { exitCode, stderr } = await setup.ended;
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stderr;
}

itInCi(
  "leaves settings, a token and a queue that the service takes, and a busy store to the service",
  async () => {
    await setUp();
    const service = new ServeProcess({
      folder,
      environment: {},
      words: ["--config", join(data, "queue.yml"), "--listen", `127.0.0.1:${await freePort()}`],
    });
    try {
      const [, address = ""] = /serves (http:\S+)/.exec(await service.says(/serves http:\S+\n/)) ?? [];
      const { host } = new URL(github.webUrl);
      const call = [
        "--repo",
        `${host}/acme/shop`,
        "--branch",
        "main",
        "--token-file",
        join(data, "admin-token"),
      ];
      const { exitCode, stdout } = await callCommand(["get-queue", "--api-url", address, ...call], {
        environment: {},
      });
      expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
      expect(stdout).toContain("canOptimisticallyMerge=true\n");
      // A run beside the service has nothing left to do in its store.
      expect(await start(["--yes"]).ended).toMatchObject({ exitCode: 0 });
    } finally {
      await service.kill();
    }
  },
);

describe("a setup on a machine without a browser", () => {
  itInCi("prints what to do, and takes the pasted address only with its own state", async () => {
    install(github);
    const setup = start(["--no-browser"]);
    const file = await setup.says(/copy (\S+) there and open it/);
    expect(modeOf(file)).toBe("600");
    const formUrl = await setup.says(FORM_ADDRESS);
    const redirect = await registerInBrowser(formUrl);
    expect(readFileSync(file, "utf8")).toBe(await (await fetch(formUrl)).text());
    const wrong = new URL(redirect);
    wrong.searchParams.set("state", "x<script>");
    setup.answer(wrong.href);
    await setup.says(/The line was refused: it does not belong to this setup: its state differs/);
    setup.answer("<script>alert(1)</script>");
    await setup.says(/The line was refused: it is neither a code nor the whole address/);
    setup.answer("");
    setup.answer(redirect.href);
    // The next line answers the next question, although a paste was awaited before.
    await setup.says(/How shall pull requests land/);
    setup.answer("merge");
    await setup.says(/How many test runs may run in parallel/);
    setup.answer("2");
    await setup.says(/Open a pull request to main with it/);
    setup.hangUp();
    const { exitCode, stderr } = await setup.ended;
    expect(exitCode).toBe(0);
    expect(stderr).toContain("Nothing was changed. Run the same command again with --open-pull-request");
    expect(stderr).not.toContain("script");
    expect(github.world.pulls.size).toBe(0);
    expect(await queueOf("main")).toMatchObject({ queue: { settings: { concurrency: 2 } } });
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(join(data, "queue.yml"), "utf8")).toContain('githubLanding: "merge"');
    await expectComplete();
  });

  itInCi("takes the code alone", async () => {
    install(github);
    const setup = start(["--no-browser", "--yes"]);
    const redirect = await registerInBrowser(await setup.says(FORM_ADDRESS));
    setup.answer(redirect.searchParams.get("code") ?? "");
    expect(await setup.ended).toMatchObject({ exitCode: 0 });
    await expectComplete();
  });
});

describe("hostile answers", () => {
  it("are refused at the address of the redirect, which repeats nothing, and the right one still counts", async () => {
    install(github);
    const setup = start(["--yes"]);
    const formUrl = await setup.says(FORM_ADDRESS);
    const redirect = await registerInBrowser(formUrl);
    const state = redirect.searchParams.get("state") ?? "";
    const bad = [
      "?code=abc",
      "?code=abc&state=wrong",
      `?code=abc&state=${state}&state=${state}`,
      `?code=${encodeURIComponent("<script>alert(1)</script>")}&state=${state}`,
      `?code=a&code=b&state=${state}`,
      `?state=${state}`,
    ];
    for (const query of bad) {
      const answer = await fetch(`${redirect.origin}${redirect.pathname}${query}`);
      const page = await answer.text();
      expect({ query, status: answer.status }).toEqual({ query, status: 400 });
      expect(page).not.toMatch(/script|wrong|abc/);
      expect(page).not.toContain(state);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect((await fetch(`${redirect.origin}/`)).status).toBe(404);
    expect((await fetch(redirect, { method: "POST" })).status).toBe(405);
    const rebound = await askWithHost(redirect, "evil.example");
    expect(rebound).toBe(403);
    expect((await fetch(redirect)).status).toBe(200);
    const { exitCode, stderr } = await setup.ended;
    expect(exitCode).toBe(0);
    expect(stderr.match(/A redirect was refused/g)).toHaveLength(5);
    expect(stderr).not.toContain(state);
  });

  itInCi("a code of another account's App is refused, and its key is not stored", async () => {
    install(github);
    const setup = start(["--no-browser"]);
    await setup.says(FORM_ADDRESS);
    const manifest = { redirect_url: "http://127.0.0.1:1/", default_permissions: GRANTED };
    setup.answer(github.world.registrations.begin(manifest, "mallory"));
    const { exitCode, stderr } = await setup.ended;
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'the code belongs to an App of "mallory", but the repository to acme: nothing was stored; run the same command again',
    );
    expect(readdirSync(data).filter((name) => !/^register|lock|json$/.test(name))).toEqual([]);
    expect(text("github-setup.json")).not.toContain("PRIVATE KEY");
  });

  itInCi(
    "a lost answer to the code ends the run with what to delete, and the next one begins anew",
    async () => {
      install(github);
      github.faults.next("POST /app-manifests", { kind: "cutAfter" });
      const setup = start(["--yes"]);
      const redirect = await registerInBrowser(await setup.says(FORM_ADDRESS));
      await fetch(redirect);
      const { exitCode, stderr } = await setup.ended;
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/GitHub gave no usable answer to the code of the registration.*; retrying\./);
      expect(stderr).toContain(`If an App was registered, delete it at ${github.webUrl}/settings/apps`);
      await setUp();
      // The state of the first run is not valid any more.
      expect(text("github-setup.json")).not.toContain(redirect.searchParams.get("state"));
    },
  );

  itInCi("a code that GitHub does not know ends the run, and the next one begins anew", async () => {
    install(github);
    const setup = start(["--no-browser", "--yes"]);
    await setup.says(FORM_ADDRESS);
    setup.answer("f0f0f0f0");
    const { exitCode, stderr } = await setup.ended;
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "GitHub does not accept the code: it is older than an hour, or was used already.",
    );
    expect(stderr).not.toContain("f0f0f0f0");
    await setUp();
  });

  itInCi(
    "an answer to the code without a key fails by the name of the field, not by its content",
    async () => {
      const body = JSON.stringify({
        id: 4711,
        slug: "merge-queue",
        pem: "half a key",
        webhook_secret: "two\nlines",
      });
      const headers = { "content-type": "application/json" };
      github.faults.next("POST /app-manifests", { kind: "answer", status: 201, headers, body });
      const setup = start(["--no-browser"]);
      await setup.says(FORM_ADDRESS);
      setup.answer("c0de");
      const { exitCode, stderr } = await setup.ended;
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/GitHub's answer about the new App does not have the expected format: .*pem/);
      expect(stderr).not.toMatch(/half a key|two/);
    },
  );
});

describe("existing files", () => {
  it.each([
    ["github-app-key.pem", "a key", "something else"],
    ["github-webhook-secret", "a secret", "something else"],
    ["admin-token", "a token", "something else"],
    ["queue.yml", 'forge: github\ngithubAppId: "99"\n', "the App 99"],
  ])("are named and not changed: %s", async (name, content, owner) => {
    await mkdir(data, { mode: 0o700 });
    await writeFile(join(data, name), content);
    expect(await refusal()).toBe(
      `1 merge-queue github setup: ${join(data, name)} is there already and belongs to ${owner}; it was not changed: move it away, or name another folder with --data`,
    );
    expect(text(name)).toBe(content);
    expect(github.calls).toEqual([]);
  });

  itInCi("that a person has changed to another App are refused in a later run", async () => {
    await setUp();
    const settings = text("queue.yml").replace(`"${github.app.appId}"`, '"99"');
    await writeFile(join(data, "queue.yml"), settings);
    expect(await refusal()).toBe(
      `1 merge-queue github setup: ${data}/queue.yml:7:1: githubAppId is 99, but this folder was set up for the App 4711 (merge-queue): restore it, or name another folder with --data`,
    );
    expect(text("queue.yml")).toBe(settings);
  });

  itInCi("of a setup for another address are refused", async () => {
    await setUp();
    expect(await refusal("--repo", "acme/other")).toContain("this folder was set up for ");
    expect(await refusal("--url", "http://127.0.0.1:8/")).toContain(
      `${data}/github-setup.json: this folder was set up for ${URL_OF_SERVICE}, not for http://127.0.0.1:8: repeat the options of the first run`,
    );
    expect(await refusal("--branch", "release")).toContain("--branch: this folder was set up for main");
    await writeFile(join(data, "github-setup.json"), "{");
    expect(await refusal()).toContain("is not a state of this version's setup: move it away");
  });

  it("in a folder that others may write to are not safe", async () => {
    await mkdir(data);
    await chmod(data, 0o777);
    expect(await refusal()).toBe(
      `1 merge-queue github setup: ${data}: other users may write to this folder, where the App's key would be: run chmod 700 on it, or name another folder with --data`,
    );
  });
});

describe("a time limit", () => {
  itInCi("ends the wait for the registration and for the installation, each with the next step", async () => {
    expect(await refusal("--timeout", "100ms", "--no-browser")).toMatch(
      /^4 [^]*merge-queue github setup: GitHub did not redirect to this machine within 1 min: run the same command again to continue$/,
    );
    const setup = start(["--timeout", "3s", "--no-browser", "--landing", "push"]);
    await fetch(await registerInBrowser(await setup.says(FORM_ADDRESS)));
    const { exitCode, stderr } = await setup.ended;
    expect(exitCode).toBe(4);
    expect(stderr).toContain(
      `the App merge-queue was not installed on acme/shop in time: install it at ${github.webUrl}/github-apps/merge-queue/installations/new, then run the same command again`,
    );
  });
});

describe("an interruption", () => {
  itInCi("ends a wait and a question, with exit code 1 and the next step", async () => {
    install(github);
    const waiting = start();
    const form = await waiting.says(FORM_ADDRESS);
    waiting.interrupt();
    const next = "merge-queue github setup: interrupted: run the same command again to continue";
    expect(await waiting.ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(next) });
    await expect(fetch(form)).rejects.toThrow();
    const asking = start();
    await fetch(await registerInBrowser(await asking.says(FORM_ADDRESS)));
    await asking.says(/How shall pull requests land/);
    asking.interrupt();
    expect(await asking.ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(next) });
    expect(readdirSync(data)).not.toContain("queue.yml");
  });

  it("keeps a second setup of the same folder out meanwhile", async () => {
    const first = start();
    await first.says(FORM_ADDRESS);
    expect(await refusal()).toMatch(
      /^3 merge-queue github setup: another setup uses .* \(process \d+ on .*\): end it first$/,
    );
  });
});

describe("the ruleset", () => {
  itInCi(
    "is shown and written to a file for an administrator, because the App may not change rules",
    async () => {
      const tip = github.tip("main");
      if (tip === null) throw new Error("main has a tip");
      for (const name of ["lint", "build"]) github.reportCheck(tip, name, "success");
      const shown = await setUp();
      const ruleset: unknown = JSON.parse(text("github-ruleset.json"));
      expect(ruleset).toMatchObject({
        name: "merge-queue",
        target: "branch",
        conditions: { ref_name: { include: ["refs/heads/main"] } },
        bypass_actors: [{ actor_id: 4711, actor_type: "Integration", bypass_mode: "always" }],
      });
      expect(shown).toContain("This ruleset requires build, lint and a pull request for each change of main");
      expect(shown).toContain(`import the file at ${github.webUrl}/acme/shop/settings/rules`);
      expect(github.world.rulesets).toEqual([]);
    },
  );

  itInCi("is created with an administrator's token after a yes only, and satisfies the doctor", async () => {
    await setUp();
    github.addToken("github_pat_of_an_admin", "ada");
    const file = join(folder, "token");
    await writeFile(file, "github_pat_of_an_admin\n", { mode: 0o600 });
    const more = ["--check", "build", "--admin-token-file", file];
    const asked = start(more);
    await asked.says(/Open a pull request/);
    asked.answer("n");
    await asked.says(/Create it in acme\/shop\? \[y\/N\]/);
    asked.answer("no");
    expect((await asked.ended).exitCode).toBe(0);
    expect(github.world.rulesets).toEqual([]);
    await killedAt("POST /repos/{owner}/{repo}/rulesets", [...more, "--yes", "--create-ruleset"]);
    const { exitCode, stderr } = await start([...more, "--yes", "--create-ruleset"]).ended;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(stderr).toContain("Created the ruleset merge-queue.");
    expect(stderr).not.toContain("github_pat_of_an_admin");
    expect(github.world.rulesets).toMatchObject([{ name: "merge-queue", bypass: ["merge-queue[bot]"] }]);
    const { stderr: later } = await start([...more, "--yes", "--create-ruleset"]).ended;
    expect(later).not.toMatch(/no check is required|Created/);
  });
});

describe("options", () => {
  it.each([
    [["--repo", "shop"], '--repo: expected owner/name, such as acme/shop, not "shop"'],
    [["--url", "queue"], '--url: expected an https address, such as https://queue.example.com, not "queue"'],
    [
      ["--github-url", "http://github.example.com"],
      "--github-url: expected the https address of a server without a path",
    ],
    [["--github-url", "https://github.example.com/api/v3"], "--github-url: expected the https address"],
    [
      ["--org", "other"],
      '--org: "other" does not own the repository, and a private App can be installed only on the account',
    ],
    [["--concurrency", "0"], '--concurrency: expected a number from 1 to 1000, not "0"'],
    [["--timeout", "2h"], "--timeout: expected a number with a unit"],
    [["--name", "x".repeat(35)], "--name: expected 1 to 34 letters"],
    [["--branch", "a..b"], '--branch: "a..b" has ".."'],
    [
      ["--create-ruleset"],
      "--create-ruleset: needs --admin-token-file, because the App may not change rules",
    ],
    [["--admin-token-file", "none"], '--admin-token-file: "none" cannot be read'],
  ])("are refused by name: %j", async (more, expected) => {
    const said = await refusal(...more);
    expect(said).toContain(`2 merge-queue github setup: ${expected}`);
    expect(existsSync(data)).toBe(false);
  });

  it("are shown by --help with examples, and the group without a command shows its help", async () => {
    const { exitCode, stdout } = await callCommand(["github", "setup", "--help"], { environment: {} });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("merge-queue github setup --repo acme/shop --url https://queue.acme.dev\n");
    const group = await callCommand(["github"], { environment: {} });
    expect(group.stderr).toContain("setup [options]");
    expect(group.exitCode).toBe(2);
  });
});

/** As a browser asks that resolves another name to this machine. */
async function askWithHost(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}
