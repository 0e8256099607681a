/** Every mistake in a call: exit code 2, one line that names what to change, no stack, and no request. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { TOKEN } from "../../../support/client-samples.js";
import { callCommand, ENVIRONMENT } from "../../../support/command-line.js";
import type { FaultyServer } from "../../../support/faulty-server.js";
import { startScriptedService } from "../../../support/scripted-service.js";

const HEAD = "5b1d".repeat(10);
const folder = mkdtempSync(join(tmpdir(), "merge-queue-cli-"));
let server: FaultyServer;

beforeAll(async () => {
  server = await startScriptedService({});
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Mistake {
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** What the line has to say, in this order. */
  readonly says: readonly string[];
}

const onMain = ["--branch", "main"];
const status = ["status", "412", ...onMain];
const submit = ["submit", "412", ...onMain];
const targets = ["set-impacted-targets", "412", ...onMain, "--sha", HEAD];
const update = ["update-queue", ...onMain];
const noToken = { MERGE_QUEUE_REPOSITORY: "acme/shop" };
const noRepository = { MERGE_QUEUE_API_TOKEN: TOKEN };

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "no address": {
    words: ["status", "1", ...onMain],
    environment: { ...ENVIRONMENT, MERGE_QUEUE_API_URL: "" },
    says: ["--api-url is missing", "MERGE_QUEUE_API_URL"],
  },
  "an address without TLS": {
    words: [...status, "--api-url", "http://queue.example.com/v1"],
    says: ["--api-url", '"http://queue.example.com/v1"', "https://"],
  },
  "an address that is none": {
    words: [...status, "--api-url", "queue"],
    says: ["--api-url", '"queue"', "https://queue.example.com/v1"],
  },
  "an address with a password": {
    words: [...status, "--api-url", "https://a:b@q.example.com"],
    says: ["--api-url", "***@q.example.com", "without a name or password"],
  },
  "a wrong address in the environment": {
    words: status,
    environment: { ...ENVIRONMENT, MERGE_QUEUE_API_URL: "ftp://x/" },
    says: ["MERGE_QUEUE_API_URL", '"ftp://x/"', "https://"],
  },
  "no token": {
    words: status,
    environment: noToken,
    says: ["API token is missing", "MERGE_QUEUE_API_TOKEN", "--token-file"],
  },
  "a token with a line break": {
    words: status,
    environment: { ...noToken, MERGE_QUEUE_API_TOKEN: "sec\nret" },
    says: ["MERGE_QUEUE_API_TOKEN", "not shown", "one line"],
  },
  "a token file that is not there": {
    words: [...status, "--token-file", "/nowhere/token"],
    says: ["--token-file", "/nowhere/token", "ENOENT", "Check the path and its permissions"],
  },
  "a token file that is empty": {
    words: [...status, "--token-file", file("empty", "\n")],
    says: ["--token-file", "is empty"],
  },
  "a token file with two lines": {
    words: [...status, "--token-file", file("two", "sec\nret\n")],
    says: ["--token-file", "not shown", "one line"],
  },
  "a token as an argument": {
    words: [...status, "--api-token=sec-ret"],
    says: ["unknown option '--api-token'"],
  },
  "no repository": {
    words: status,
    environment: noRepository,
    says: ["--repo is missing", "MERGE_QUEUE_REPOSITORY"],
  },
  "nothing at all": {
    words: ["submit"],
    environment: { MERGE_QUEUE_API_URL: "" },
    says: [
      "--api-url is missing",
      "API token is missing",
      "merge-queue login",
      "--repo is missing",
      "pull request is missing",
      "--branch is missing",
    ],
  },
  "no targets' commit, number and branch": {
    words: ["set-impacted-targets"],
    says: ["pull request is missing", "--branch is missing", "--sha is missing"],
  },
  "a repository without owner": {
    words: [...status, "--repo", "shop"],
    says: ["--repo", '"shop"', "host/owner/name"],
  },
  "a repository in a group": {
    words: [...status, "--repo", "a.example/b/c/d"],
    says: ["--repo", '"a.example/b/c/d"'],
  },
  "a repository called ..": { words: [...status, "--repo", "acme/.."], says: ["--repo", '"acme/.."'] },
  "all repositories": { words: [...status, "--repo", "*"], says: ["--repo", '"*"', "metrics"] },
  "no branch": { words: ["status", "412"], says: ["--branch is missing"] },
  "no branch of a queue": { words: ["delete-queue"], says: ["--branch is missing"] },
  "a branch with a space": {
    words: ["status", "412", "--branch", "a b"],
    says: ["--branch", '"a b"', "has a space"],
  },
  "a branch that looks like an option": {
    words: ["status", "412", "--branch=-x"],
    says: ["--branch", '"-x"', "hyphen"],
  },
  "no pull request": { words: ["cancel", ...onMain], says: ["pull request is missing"] },
  "a pull request that is no number": {
    words: ["cancel", "main", ...onMain],
    says: ["pull request", '"main"', "1 to 4294967295"],
  },
  "pull request 0": { words: ["restart-tests", "0", ...onMain], says: ["pull request", '"0"'] },
  "a pull request beyond all": {
    words: ["status", "4294967296", ...onMain],
    says: ["pull request", '"4294967296"'],
  },
  "too many arguments": { words: [...status, "413"], says: ["too many arguments"] },
  "an unknown option": { words: [...status, "--color"], says: ["unknown option '--color'"] },
  "an option without its value": {
    words: ["status", "412", "--branch"],
    says: ["--branch", "argument missing"],
  },
  "no retries": { words: [...status, "--retries", "many"], says: ["--retries", '"many"', "0 to 100"] },
  "too many retries": { words: [...status, "--retries", "101"], says: ["--retries", '"101"'] },
  "a timeout without a unit": { words: [...status, "--timeout", "10"], says: ["--timeout", '"10"', "30s"] },
  "a timeout of zero": {
    words: [...status, "--timeout", "0s"],
    says: ["--timeout", '"0s"', "more than zero"],
  },
  "a timeout of months": { words: [...status, "--timeout", "25d"], says: ["--timeout", '"25d"', "24d"] },
  "a poll interval that is too short": {
    words: [...submit, "--wait", "--poll-interval", "99ms"],
    says: ["--poll-interval", '"99ms"', "at least 100ms"],
  },
  "a wait timeout that is none": {
    words: [...submit, "--wait", "--wait-timeout", "long"],
    says: ["--wait-timeout", '"long"'],
  },
  "a poll interval without a wait": {
    words: [...submit, "--poll-interval", "1s"],
    says: ["--poll-interval requires --wait"],
  },
  "a wait timeout without a wait": {
    words: [...status, "--wait-timeout", "1s"],
    says: ["--wait-timeout requires --wait"],
  },
  "an unknown priority": {
    words: [...submit, "--priority", "asap"],
    says: ["--priority", '"asap"', "urgent"],
  },
  "a negative priority": { words: [...submit, "--priority", "-1"], says: ["--priority", '"-1"'] },
  "no test run": { words: ["testing-details", ...onMain], says: ["test run is missing"] },
  "a test run that is none": { words: ["testing-details", "a b", ...onMain], says: ["test run", '"a b"'] },
  "no commit": {
    words: ["set-impacted-targets", "412", "web", ...onMain],
    says: ["--sha is missing", "git rev-parse HEAD"],
  },
  "an abbreviated commit": {
    words: [...targets, "web", "--sha", "5b1d5b1"],
    says: ["--sha", '"5b1d5b1"', "40 or 64"],
  },
  "no targets": { words: targets, says: ["targets are missing", "--file", "--all"] },
  "targets twice": { words: [...targets, "web", "--all"], says: ["targets are given twice"] },
  "a target where the pull request belongs": {
    words: ["set-impacted-targets", "web", ...onMain, "--sha", HEAD],
    says: ["pull request", '"web"'],
  },
  "a file of targets that is not there": {
    words: [...targets, "--file", "/nowhere/list"],
    says: ["--file", "/nowhere/list", "ENOENT"],
  },
  "a folder for a file": { words: [...targets, "--file", folder], says: ["--file", "EISDIR"] },
  "a file of targets that is no text": {
    words: [...targets, "--file", file("binary", Buffer.from([0xff, 0xfe]))],
    says: ["--file", "not UTF-8"],
  },
  "JSON that ends early": {
    words: [...targets, "--file", "-"],
    stdin: '["a"',
    says: ["--file", '"-"', "is not closed"],
  },
  "a list that is none": { words: [...targets, "--file", "-"], stdin: "null\n", says: ["--file", "`null`"] },
  "an argument that holds lines": { words: [...targets, "a\nb"], says: ['"a\\nb"', "--file"] },
  "an argument that is an array": { words: [...targets, '["a"]'], says: ["is a list", "--file"] },
  "an argument that is an object": {
    words: [...targets, '{"impactedTargets":[]}'],
    says: ["is a list", "--file"],
  },
  "an argument for a value that is missing": { words: [...targets, "null"], says: ['"null"', "missing"] },
  "an argument in quotes": { words: [...targets, "web", "'api'"], says: ["is in quotes"] },
  "nothing to change": { words: update, says: ["nothing to change", "--set", "--config"] },
  "a setting without a value": {
    words: [...update, "--set", "batch"],
    says: ["--set", '"batch"', "key=value"],
  },
  "an unknown setting": {
    words: [...update, "--set", "size=3"],
    says: ["--set", '"size"', "not a queue setting", "concurrency"],
  },
  "a setting of the wrong type": {
    words: [...update, "--set", "concurrency=many"],
    says: ["--set concurrency", '"many"', "1 to 1000"],
  },
  "a setting out of range": {
    words: [...update, "--set", "concurrency=0"],
    says: ["--set concurrency", '"0"', "1 to 1000"],
  },
  "a setting given twice": {
    words: [...update, "--set", "batch=true", "--set", "batch=false"],
    says: ["--set batch", "twice"],
  },
  "a state that only the service sets": {
    words: [...update, "--set", "state=SWITCHING_MODES"],
    says: ["--set state", "RUNNING, PAUSED, DRAINING"],
  },
  "an empty list of checks": {
    words: [...update, "--set", "requiredStatuses=[]"],
    says: ["--set requiredStatuses", "is empty", "deleteRequiredStatuses"],
  },
  "a check without a name": {
    words: [...update, "--set", 'requiredStatuses=[""]'],
    says: ["--set requiredStatuses", "empty name"],
  },
  "checks that are set and deleted": {
    words: [...update, "--set", "requiredStatuses=a", "--set", "deleteRequiredStatuses=true"],
    says: ["--set requiredStatuses", "deleteRequiredStatuses", "one of the two"],
  },
  "two names of one setting that disagree": {
    words: [...update, "--set", "batchingMode=none", "--config", "-"],
    stdin: "batch: true",
    says: ["--set batchingMode", "contradicts batch", "one of the two"],
  },
  "a trigger of test branches that its older name contradicts": {
    words: [...update, "--set", "createPrsForTestingBranches=true", "--config", "-"],
    stdin: "testBranchTrigger: PUSH",
    says: ["--set createPrsForTestingBranches", "contradicts testBranchTrigger", "one of the two"],
  },
  "a skipped check that neither passes nor fails": {
    words: [...update, "--set", 'skippedChecks={"docs":"maybe"}'],
    says: ["--set skippedChecks", "expected an object of check names, each with pass or fail"],
  },
  "a configuration that turns in circles": {
    words: [...update, "--config", "-"],
    stdin: "requiredStatuses: &a [*a]",
    says: ["--config", "alias *a", "written out"],
  },
  "a configuration that is not there": {
    words: [...update, "--config", "/nowhere/queue.yml"],
    says: ["--config", "/nowhere/queue.yml", "ENOENT"],
  },
  "a configuration that is no YAML": {
    words: [...update, "--config", "-"],
    stdin: "a: [",
    says: ["--config", '"-"', "neither YAML nor JSON"],
  },
  "a configuration without names": {
    words: [...update, "--config", "-"],
    stdin: "- batch",
    says: ["--config", "names and values of settings"],
  },
  "an empty configuration": {
    words: [...update, "--config", "-"],
    stdin: "",
    says: ["--config", "names and values of settings"],
  },
  "an unknown setting in a configuration": {
    words: [...update, "--config", "-"],
    stdin: "__proto__: 1",
    says: ["--config", '"__proto__"', "not a queue setting"],
  },
  "a wrong setting in a configuration": {
    words: ["create-queue", ...onMain, "--config", "-"],
    stdin: "batchingRules: [{targetPattern: a, policy: x}]",
    says: ["--config batchingRules", "0.policy", "isolate"],
  },
  "a configuration that is no text": {
    words: [...update, "--config", file("latin1", Buffer.from([0x61, 0x3a, 0x20, 0xe9]))],
    says: ["--config", "not UTF-8"],
  },
  "a configuration with more than there is": {
    words: [...update, "--config", "-"],
    stdin: "batchingRules: [{targetPattern: a, policy: isolate, size: 1}]",
    says: ["--config batchingRules", "not accepted at 0", "unknown there: size"],
  },
  "a configuration without end": {
    words: [...update, "--config", "-"],
    stdin: `#${"x".repeat(1024 * 1024)}`,
    says: ["--config", "1048576 bytes"],
  },
};

describe("a call that is wrong", () => {
  for (const [mistake, { words, environment, stdin, says }] of Object.entries(MISTAKES)) {
    it(`ends before any request: ${mistake}`, async () => {
      const [command = ""] = words;
      const run = await callCommand(words, {
        environment: { MERGE_QUEUE_API_URL: server.apiUrl, ...(environment ?? ENVIRONMENT) },
        ...(stdin === undefined ? {} : { stdin }),
      });
      expect(run).toMatchObject({ exitCode: 2, stdout: "" });
      expect(run.stderr).toMatch(new RegExp(`^merge-queue ${command}: [^\n]+\n$`));
      expect(run.stderr).toMatch(new RegExp(says.map(literal).join(".*")));
      expect(run.stderr).not.toMatch(/sec.?ret|\bat .*:\d+:\d+/);
      expect(server.requests).toEqual([]);
    });
  }

  it.each([
    ["an option", ["--retries", "many"]],
    ["what the parser does not know", ["--api-token=sec-ret"]],
  ])("answers with one JSON document all the same: %s", async (_, words) => {
    const environment = { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl };
    const { stdout } = await callCommand([...status, "--json", ...words], { environment });
    expect(JSON.parse(stdout)).toEqual({
      command: "status",
      exitCode: 2,
      message: expect.stringContaining(words[0]?.replace(/=.*/, "") ?? ""),
      error: "wrong-use",
    });
    expect(stdout).not.toContain("sec-ret");
  });
});

it.each([
  { words: ["nonsense", "--json"], command: "nonsense", message: "unknown command 'nonsense'" },
  { words: ["--json", "nonsense"], command: "nonsense", message: "unknown option '--json'" },
  { words: ["help", "nonsense", "--json"], command: "help", message: "no such command" },
])("a command that is not there is told as JSON where that is wished: $words", async (wrong) => {
  const run = await callCommand(wrong.words);
  expect(run.exitCode).toBe(2);
  const { command, message } = wrong;
  expect(JSON.parse(run.stdout)).toEqual({ command, exitCode: 2, message, error: "wrong-use" });
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
