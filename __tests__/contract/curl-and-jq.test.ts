/** Uploads as published actions make them in shell scripts: a body from jq, sent by curl. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { MAX_BODY_BYTES } from "../../src/contract/limits.js";
import { ALL_TARGETS, targetList } from "../../src/domain/impacted-targets.js";
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { type ApiWorld, apiWorld, TOKEN } from "../support/api-world.js";
import { headOf } from "../support/fake-commits.js";
import { describeIfThere } from "../support/if-there.js";
import { factsOf } from "../support/queue-builder.js";

const run = promisify(execFile);

let world: ApiWorld;
let door: HttpServer;
let folder: string;

beforeEach(async () => {
  world = await apiWorld();
  world.forge.tell(412);
  door = await listen(world.app, { host: "127.0.0.1", port: 0 });
  folder = await mkdtemp(join(tmpdir(), "merge-queue-curl-"));
});

afterEach(async () => {
  await door.close();
  await rm(folder, { recursive: true, force: true });
});

/** Prints the body of the answer, and its status on a line of its own. */
const UPLOAD = `
set -eu
jq --null-input --argjson targets "$TARGETS" --arg number "$PR_NUMBER" --arg sha "$PR_SHA" '{
  repo: { host: "github.com", owner: "octo", name: "mono" },
  pr: { number: $number, sha: $sha },
  targetBranch: "main",
  impactedTargets: $targets
}' > "$FOLDER/body.json"
curl --silent --show-error --write-out '\\n%{http_code}' --request POST \\
  --header "Content-Type: application/json" --header "x-api-token: $API_TOKEN" \\
  --header "x-forked-workflow-run-id: $RUN_ID" \\
  --data "@$FOLDER/body.json" "$API_URL/setImpactedTargets"
`;

async function upload(targets: unknown, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await run("sh", ["-c", UPLOAD], {
    env: {
      PATH: process.env["PATH"],
      FOLDER: folder,
      TARGETS: JSON.stringify(targets),
      PR_NUMBER: "412",
      PR_SHA: headOf(412),
      API_URL: `${door.url}/v1`,
      API_TOKEN: TOKEN,
      RUN_ID: "17",
      ...more,
    },
  });
  return stdout;
}

async function kept() {
  const { id } = await world.queue();
  return world.queues.store.loadTargets(id, factsOf(412).number, headOf(412));
}

describeIfThere("jq", () => {
  it("spells bodies that are taken, with the number as text and both credentials", async () => {
    expect(await upload(["//web:app", "//lib:ünï", 'a "quoted" one'])).toBe("{}\n200");
    expect(await kept()).toEqual(targetList(["//web:app", "//lib:ünï", 'a "quoted" one']));
  });

  it.each(["ALL", "IMPACTS_ALL"])("may say %s", async (word) => {
    expect(await upload(word)).toBe("{}\n200");
    expect(await kept()).toEqual(ALL_TARGETS);
  });

  it("finds the message of a refusal where it looks for it", async () => {
    const answer = await upload(["web"], { PR_NUMBER: "0" });
    expect(answer).toMatch(/\n400$/);
    await writeFile(join(folder, "answer.json"), answer.replace(/\n400$/, ""));
    const { stdout } = await run("jq", ["--raw-output", ".error.message", join(folder, "answer.json")]);
    expect(stdout).toBe("pr.number: expected a whole number from 1 to 4294967295\n");
  });
});

describeIfThere("curl", () => {
  const HEADERS = ["--header", "Content-Type: application/json", "--header", `x-api-token: ${TOKEN}`];

  /** A request to show a queue, padded to so many bytes. */
  async function sendOf(bytes: number, ...more: readonly string[]): Promise<string> {
    const body = JSON.stringify({
      repo: { host: "github.com", owner: "octo", name: "mono" },
      targetBranch: "main",
    });
    const file = join(folder, "body.json");
    await writeFile(file, body.padEnd(bytes, " "));
    const out = ["--silent", "--output", join(folder, "answer"), "--write-out", "%{http_code}"];
    const words = [...out, ...HEADERS, ...more, "--data-binary", `@${file}`, `${door.url}/v1/getQueue`];
    return (await run("curl", words)).stdout;
  }

  it("has a body of exactly the limit taken, announced or in chunks", async () => {
    expect(await sendOf(MAX_BODY_BYTES)).toBe("200");
    expect(await sendOf(MAX_BODY_BYTES, "--header", "Transfer-Encoding: chunked")).toBe("200");
  });

  it("sees that one byte more is refused", async () => {
    expect(await sendOf(MAX_BODY_BYTES + 1)).toBe("413");
  });

  it("reads metrics with the header alone", async () => {
    const url = `${door.url}/v1/getMergeQueueMetrics`;
    const { stdout } = await run("curl", ["--silent", "--fail", "--header", `x-api-token: ${TOKEN}`, url]);
    expect(stdout).toContain('mq_depth_current{repo="octo/mono",branch="main",queue_type="main"} 0\n');
  });
});
