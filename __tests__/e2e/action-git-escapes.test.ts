/**
 * Git configurations and variables of strangers, in every place where git looks: none of them runs a program, redirects
 * a call or sees the credential while the built action uploads targets, and the action does its work all the same.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import { type ActionRun, runAction } from "../support/action-runner.js";
import type { FaultyServer } from "../support/faulty-server.js";
import { ForgeOnDisk, type PullRequestOnDisk } from "../support/forge-on-disk.js";
import { GitOverHttp } from "../support/git-over-http.js";
import { endpointsOf, OK, startScriptedService } from "../support/scripted-service.js";

const API_TOKEN = "mq_the-token-of-the-queue";
const GITHUB_TOKEN = "ghs_the-token-of-the-code-host";
const REPOSITORY = "acme/shop";
const HOOKS = ["post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"];

jest.setTimeout(60_000);

/** Where a poisoned configuration is laid, and what its programs and addresses are called. */
interface Trap {
  readonly script: string;
  readonly proxy: string;
  readonly folder: string;
}

type Configuration = (trap: Trap) => string;

/** Rewrites the address of the code host. */
const instead = (url: string) => `[url "${url}"]\n\tinsteadOf = http://127.0.0.1\n`;

/** Lines of configuration files. */
const CONFIGURATIONS: Readonly<Record<string, Configuration>> = {
  "an address that a program serves": (trap) =>
    `${instead(`ext::${trap.script} %S `)}[protocol "ext"]\n\tallow = always\n`,
  "an address of another protocol, and the program for it": (trap) =>
    `${instead("ssh://stranger@127.0.0.1")}[core]\n\tsshCommand = ${trap.script}\n`,
  "a program for addresses of git": (trap) =>
    `${instead("git://127.0.0.1")}[core]\n\tgitProxy = ${trap.script}\n`,
  "an address of another server": ({ proxy }) => instead(`${proxy}/`),
  "a program for credentials": ({ script }) => `[credential]\n\thelper = !${script}\n`,
  "a program that asks": ({ script }) => `[core]\n\taskPass = ${script}\n`,
  "a header beside ours": () => "[http]\n\textraHeader = AUTHORIZATION: basic c3RyYW5nZXI6eA==\n",
  "another file": (trap) => {
    const file = join(trap.folder, "included");
    writeFileSync(file, `${instead("ssh://x@127.0.0.1")}[core]\n\tsshCommand = ${trap.script}\n`);
    return `[include]\n\tpath = ${file}\n`;
  },
  "a program that watches files": ({ script }) => `[core]\n\tfsmonitor = ${script}\n`,
  hooks: ({ folder, script }) => {
    const hooks = join(folder, "hooks");
    mkdirSync(hooks, { recursive: true });
    for (const hook of HOOKS) writeFileSync(join(hooks, hook), readFileSync(script), { mode: 0o755 });
    return `[core]\n\thooksPath = ${hooks}\n`;
  },
  "another remote and its program": ({ script }) =>
    `[remote "origin"]\n\turl = ext::${script}\n\tuploadpack = ${script}\n\tproxy = http://127.0.0.1:9\n`,
  "programs for differences and filters": ({ script }) =>
    `[diff]\n\texternal = ${script}\n[filter "x"]\n\tsmudge = ${script}\n\tclean = ${script}\n[diff "x"]\n\ttextconv = ${script}\n`,
  "other commands": ({ script }) =>
    ["fetch", "ls-remote", "rev-parse", "diff-tree", "cat-file"]
      .map((command) => `[alias]\n\t${command} = !${script}\n`)
      .join(""),
  "a pager and an editor": ({ script }) => `[core]\n\tpager = ${script}\n\teditor = ${script}\n`,
  "a program that packs": ({ script }) => `[uploadpack]\n\tpackObjectsHook = ${script}\n`,
};

const VARIABLES: Readonly<Record<string, (trap: Trap) => Readonly<Record<string, string>>>> = {
  "variables with a configuration": ({ script }) => ({
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: `url.ssh://x@127.0.0.1.insteadOf`,
    GIT_CONFIG_VALUE_0: "http://127.0.0.1",
    GIT_CONFIG_KEY_1: "core.sshCommand",
    GIT_CONFIG_VALUE_1: script,
  }),
  "a variable with parameters": ({ script }) => ({
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${script}' 'credential.helper=!${script}'`,
  }),
  "a variable with another system configuration": (trap) => {
    const file = join(trap.folder, "system");
    writeFileSync(file, `${instead("ssh://x@127.0.0.1")}[core]\n\tsshCommand = ${trap.script}\n`);
    return { GIT_CONFIG_SYSTEM: file, GIT_CONFIG_GLOBAL: file };
  },
  "variables with programs": ({ script }) => ({
    GIT_SSH_COMMAND: script,
    GIT_SSH: script,
    GIT_ASKPASS: script,
    SSH_ASKPASS: script,
    GIT_PROXY_COMMAND: script,
    GIT_EXTERNAL_DIFF: script,
    GIT_PAGER: script,
    GIT_EDITOR: script,
  }),
  "variables with other folders": ({ folder }) => ({
    GIT_EXEC_PATH: folder,
    GIT_TEMPLATE_DIR: folder,
    GIT_DIR: folder,
    GIT_WORK_TREE: folder,
    GIT_OBJECT_DIRECTORY: folder,
  }),
};

let forge: ForgeOnDisk;
let pullRequest: PullRequestOnDisk;
let codeHost: GitOverHttp;
let stranger: Server;
let strangersUrl = "";
let received = 0;
let service: FaultyServer;

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  const base = await forge.onMain({
    "package.json": JSON.stringify({ name: "shop", private: true, workspaces: ["packages/*"] }),
    "packages/core/package.json": JSON.stringify({ name: "core" }),
    "packages/core/index.js": "export const one = 1;\n",
  });
  pullRequest = await forge.pullRequest(3, base, { "packages/core/index.js": "export const one = 2;\n" });
  codeHost = await GitOverHttp.serve(forge.repository.folder, GITHUB_TOKEN);
  stranger = createServer((_request, response) => {
    received += 1;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const address = stranger.address();
  if (address === null || typeof address === "string") throw new Error("the stranger listens on no port");
  strangersUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(async () => {
  stranger.closeAllConnections();
  stranger.close();
  await codeHost.close();
  await forge.remove();
});
beforeEach(async () => {
  received = 0;
  codeHost.authorizations.length = 0;
  service = await startScriptedService({ setImpactedTargets: [OK] });
});
afterEach(async () => service.close());

function newTrap(): Trap & { readonly marker: string } {
  const folder = forge.folder();
  const [script, marker] = [join(folder, "stranger.sh"), join(folder, "ran")];
  writeFileSync(
    script,
    `#!/bin/sh\n{ echo "$0 $*"; env; cat /proc/$PPID/environ; } >>'${marker}' 2>&1\nexit 1\n`,
  );
  chmodSync(script, 0o755);
  return { script, marker, folder, proxy: strangersUrl };
}

/** A job with the API token at a shallow checkout: it fetches, computes, asks for the newest head, and uploads. */
async function uploadWith(
  trap: Trap,
  lines: string,
  variables: Readonly<Record<string, string>>,
): Promise<ActionRun> {
  const { number, head, base, merge } = pullRequest;
  const checkout = await forge.checkOut(merge, "--depth=1");
  const [around, home] = [join(trap.folder, "around"), join(trap.folder, "home")];
  const temporary = join(around, "temporary");
  for (const folder of [around, home, temporary, join(home, ".config/git")])
    mkdirSync(folder, { recursive: true });
  execFileSync("git", ["init", "--quiet", around]);
  for (const file of [
    join(checkout, ".git/config"),
    join(around, ".git/config"),
    join(home, ".config/git/config"),
  ]) {
    appendFileSync(file, `\n${lines}`);
  }
  const repo = { full_name: REPOSITORY };
  return runAction({
    inputs: {
      operation: "set-impacted-targets",
      "impacted-targets-from": "workspaces",
      "api-url": service.apiUrl,
      "api-token": API_TOKEN,
      "github-token": GITHUB_TOKEN,
      "repo-host": "github.com",
    },
    event: {
      pull_request: { number, head: { sha: head, repo }, base: { ref: "main", sha: base, repo } },
      repository: repo,
    },
    environment: {
      HOME: home,
      RUNNER_TEMP: temporary,
      TMPDIR: temporary,
      GITHUB_WORKSPACE: checkout,
      GITHUB_SERVER_URL: codeHost.url,
      GITHUB_SHA: merge,
      ...variables,
    },
  });
}

function expectNoHarm(run: ActionRun, marker: string): void {
  expect(existsSync(marker) ? readFileSync(marker, "utf8") : "no program ran").toBe("no program ran");
  expect(received).toBe(0);
  const ours = `basic ${Buffer.from(`x-access-token:${GITHUB_TOKEN}`).toString("base64")}`;
  expect(
    new Set(codeHost.authorizations.filter((value) => value !== "").map((value) => value.toLowerCase())),
  ).toEqual(new Set([ours.toLowerCase()]));
  expect(run.errors).toEqual([]);
  expect(run).toMatchObject({ exitCode: 0, outputs: { uploaded: "true", "impacted-targets-count": "1" } });
  expect(endpointsOf(service)).toContain("setImpactedTargets");
}

it.each(Object.entries(CONFIGURATIONS))(
  "a configuration with %s changes nothing",
  async (_name, configuration) => {
    const trap = newTrap();
    expectNoHarm(await uploadWith(trap, configuration(trap), {}), trap.marker);
  },
);

it.each(Object.entries(VARIABLES))("%s change nothing", async (_name, variables) => {
  const trap = newTrap();
  expectNoHarm(await uploadWith(trap, "", variables(trap)), trap.marker);
});

it("no program that the step starts has a token in its environment", async () => {
  const trap = newTrap();
  const programs = join(trap.folder, "programs");
  mkdirSync(programs);
  const git = join(programs, "git");
  const path = process.env["PATH"] ?? "";
  writeFileSync(git, `#!/bin/sh\nenv >>'${trap.marker}'\nPATH='${path}' exec git "$@"\n`, { mode: 0o755 });
  const run = await uploadWith(trap, "", {
    PATH: `${programs}:${path}`,
    ACTIONS_RUNTIME_TOKEN: "runtime-token",
    MERGE_QUEUE_API_TOKEN: API_TOKEN,
  });
  expect(run.errors).toEqual([]);
  const environments = readFileSync(trap.marker, "utf8");
  expect(environments).toContain("GIT_CONFIG_NOSYSTEM=1");
  for (const secret of [API_TOKEN, "runtime-token", `=${GITHUB_TOKEN}`])
    expect(environments).not.toContain(secret);
});
