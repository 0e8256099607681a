/** The built action beside configurations of git that are not its own: none decides what runs, or who gets a secret. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type ActionRun, runAction } from "../support/action-runner.js";
import type { FaultyServer } from "../support/faulty-server.js";
import { ForgeOnDisk, type PullRequestOnDisk } from "../support/forge-on-disk.js";
import { GitOverHttp } from "../support/git-over-http.js";
import { POISONS, type Poison, PoisonedWorld } from "../support/poisoned-git.js";
import { endpointsOf, OK, startScriptedService } from "../support/scripted-service.js";
import { rowsBySize } from "../support/test-size.js";

const API_TOKEN = "mq_the-token-that-none-may-read";
const HOST_TOKEN = "ghs_the-token-that-none-may-read";
const JOB_TOKENS = {
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "id-token-of-the-job",
  ACTIONS_RUNTIME_TOKEN: "runtime-token",
};
const BASIC = Buffer.from(`x-access-token:${HOST_TOKEN}`).toString("base64");
const HEADER = `basic ${BASIC}`;
const REPOSITORY = "acme/shop";
const COMPUTED = { "impacted-targets-all": "false", "impacted-targets-count": "2" };

/** Upload sends what another job computed and asks the forge for the head; fetch computes at a checkout of depth one; local has all that it needs. */
const JOBS = ["upload", "fetch", "local"] as const;
type Job = (typeof JOBS)[number];

// Each test starts many processes, and many may share few cores.
let forge: ForgeOnDisk;
let pullRequest: PullRequestOnDisk;
let checkouts: Readonly<Record<Job, string>>;
let handedOver = "";
let server: GitOverHttp;
let service: FaultyServer;
let world: PoisonedWorld | undefined;

function manifest(name: string, ...dependencies: readonly string[]): string {
  return JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((one) => [one, "*"])) });
}

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  const base = await forge.onMain({
    "package.json": JSON.stringify({ name: "shop", private: true, workspaces: ["packages/*"] }),
    "packages/core/package.json": manifest("core"),
    "packages/ui/package.json": manifest("ui", "core"),
    "packages/docs/package.json": manifest("docs"),
  });
  pullRequest = await forge.pullRequest(7, base, { "packages/core/index.js": "export const one = 1;\n" });
  const shallow = await forge.checkOut(pullRequest.merge, "--depth=1");
  checkouts = { upload: shallow, fetch: shallow, local: await forge.checkOut(pullRequest.merge) };
  await open();
  const run = await step("local", await made({ name: "none" }, "local"));
  handedOver = readFileSync(run.outputs["impacted-targets-result"] ?? "", "utf8");
  await close();
});

afterAll(async () => {
  await forge.remove();
});

beforeEach(open);

afterEach(close);

async function open(): Promise<void> {
  server = await GitOverHttp.serve(forge.repository.folder, HOST_TOKEN);
  service = await startScriptedService({ setImpactedTargets: [OK] });
}

async function close(): Promise<void> {
  await world?.remove();
  world = undefined;
  await server.close();
  await service.close();
}

async function made(poison: Poison, job: Job): Promise<PoisonedWorld> {
  world = await PoisonedWorld.create(poison, checkouts[job], server.url);
  return world;
}

async function step(
  job: Job,
  { environment, folder }: PoisonedWorld,
  extra: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const { number, head, base, merge } = pullRequest;
  const file = join(folder, "handed-over.json");
  if (job === "upload") writeFileSync(file, handedOver);
  const upload = {
    operation: "set-impacted-targets",
    "api-url": service.apiUrl,
    "api-token": API_TOKEN,
    "impacted-targets-result": file,
  };
  const compute = { operation: "compute-targets", "impacted-targets-from": "workspaces" };
  return runAction({
    inputs: {
      "repo-host": "github.com",
      "target-branch": "main",
      "github-token": HOST_TOKEN,
      ...(job === "upload" ? upload : compute),
    },
    event: {
      pull_request: {
        number,
        head: { sha: head, repo: { full_name: REPOSITORY } },
        base: { ref: "main", sha: base, repo: { full_name: REPOSITORY } },
      },
      repository: { full_name: REPOSITORY },
    },
    environment: {
      GITHUB_SERVER_URL: server.url,
      GITHUB_SHA: merge,
      ...JOB_TOKENS,
      ...environment,
      ...extra,
    },
  });
}

function expectDone(job: Job, run: ActionRun): void {
  expect(run.errors).toEqual([]);
  expect(run.outputs).toMatchObject(COMPUTED);
  if (job === "upload") {
    expect(run.outputs["uploaded"]).toBe("true");
    expect(endpointsOf(service)).toContain("setImpactedTargets");
  }
  if (job !== "local") expect(server.authorizations.length).toBeGreaterThan(0);
  expect(server.authorizations.map((one) => one.toLowerCase())).toEqual(
    server.authorizations.map(() => HEADER.toLowerCase()),
  );
}

describe.each(JOBS)("the job %s", (job) => {
  it.each(rowsBySize(POISONS, JOBS.indexOf(job)))(
    "neither runs nor asks what is not its own: $name",
    async (poison) => {
      const poisoned = await made(poison, job);
      const run = await step(job, poisoned);
      expect({ stolen: poisoned.stolen, received: poisoned.received }).toEqual({ stolen: "", received: [] });
      expectDone(job, run);
    },
  );

  it("gives git none of its secrets but the forge's header", async () => {
    const poisoned = await made({ name: "none" }, job);
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    const seen = join(poisoned.folder, "seen");
    poisoned.program("git", `env >>'${seen}'; exec '${real}' "$@"`);
    const path = [poisoned.folder, process.env["PATH"]].join(delimiter);
    expectDone(job, await step(job, poisoned, { PATH: path, MERGE_QUEUE_API_TOKEN: "mq_another-token" }));
    const environments = readFileSync(seen, "utf8");
    expect(environments).toContain("GIT_CONFIG_COUNT=");
    for (const secret of [API_TOKEN, HOST_TOKEN, "mq_another-token", ...Object.values(JOB_TOKENS)]) {
      expect(environments).not.toContain(secret);
    }
    const withHeader = environments.split("\n").filter((line) => line.includes(BASIC));
    expect(withHeader.every((line) => /^GIT_CONFIG_VALUE_\d+=AUTHORIZATION: /.test(line))).toBe(true);
  });
});

it("a partial clone that lacks its own commit has it fetched by no program of its configuration", async () => {
  const poisoned = await made(
    {
      name: "promisor",
      place: "checkout",
      settings: ({ script }) => [
        ["core.repositoryFormatVersion", "1"],
        ["extensions.partialClone", "origin"],
        ["remote.origin.promisor", "true"],
        ["remote.origin.uploadpack", script],
        ["protocol.file.allow", "always"],
      ],
    },
    "fetch",
  );
  const objects = join(poisoned.checkout, ".git/objects");
  rmSync(objects, { recursive: true });
  mkdirSync(join(objects, "pack"), { recursive: true });
  const run = await step("fetch", poisoned);
  expect(poisoned.stolen).toBe("");
  expectDone("fetch", run);
});
