/** The built program with one more entry in the table of queue settings: everything that lists settings has it. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ROOT } from "../support/source-files.js";

const run = promisify(execFile);
const COPIED = ["lib", "bin", "scripts", "docs", "deploy", "schema", "action.yml", "package.json"];
const ENTRY = `coolDownMinutes: row("whole", 3, "How long it cools down.", { range: [1, 9], input: "Its minutes." }),`;

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "merge-queue-setting-"));
  await Promise.all(COPIED.map((name) => cp(join(ROOT, name), join(root, name), { recursive: true })));
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  const table = join(root, "lib/domain/queue-settings.js");
  const text = await readFile(table, "utf8");
  await writeFile(table, text.replace("QUEUE_SETTINGS = {", `QUEUE_SETTINGS = { ${ENTRY}`));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function answerOf(script: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
  return JSON.parse(stdout);
}

it("is taken, checked and answered by the contract, stored and changed by the service", async () => {
  const answer = await answerOf(`
    import { endpoints } from "./lib/contract/endpoints.js";
    import { openApiDocument } from "./lib/contract/openapi.js";
    import { DEFAULT_QUEUE_SETTINGS } from "./lib/domain/queue-settings.js";
    import { presentConfiguration } from "./lib/service/http/serialize.js";
    import { settingsChange, wantedSettings } from "./lib/service/http/handlers/wanted-settings.js";
    import { isInitialQueue } from "./lib/service/store/sql/stored-values.js";
    const repo = { host: "h", owner: "o", name: "n" };
    const asked = (coolDownMinutes) =>
      endpoints.updateQueue.request.safeParse({ repo, targetBranch: "main", coolDownMinutes });
    const birth = (coolDownMinutes) => ({
      id: "q", targetBranch: "main", tip: "a".repeat(40), at: 0,
      settings: { ...DEFAULT_QUEUE_SETTINGS, coolDownMinutes },
    });
    const schema = openApiDocument("1").paths["/updateQueue"].post.requestBody.content["application/json"].schema;
    console.log(JSON.stringify({
      taken: asked(9).data.coolDownMinutes,
      refused: asked(10).error.issues[0].message,
      documented: schema.properties.coolDownMinutes,
      isDefault: DEFAULT_QUEUE_SETTINGS.coolDownMinutes,
      changed: settingsChange(DEFAULT_QUEUE_SETTINGS, wantedSettings(DEFAULT_QUEUE_SETTINGS, { coolDownMinutes: 9 }), { name: "plain-git" }),
      answered: presentConfiguration({ state: "running", targetBranch: "main", settings: birth(9).settings }, "upper").coolDownMinutes,
      stored: [isInitialQueue(birth(9)), isInitialQueue(birth("9")), isInitialQueue(birth(undefined))],
    }));
  `);
  expect(answer).toEqual({
    taken: 9,
    refused: "expected a whole number from 1 to 9",
    documented: { type: "integer", minimum: 1, maximum: 9, description: "How long it cools down." },
    isDefault: 3,
    changed: { ok: true, changed: { coolDownMinutes: 9 } },
    answered: 9,
    stored: [true, false, false],
  });
});

it("is an option of the command line and an input of the Action, and in their documents", async () => {
  const command = ["bin/merge-queue.js", "update-queue", "--repo", "o/n", "--branch", "main"];
  const environment = { MERGE_QUEUE_API_URL: "http://127.0.0.1:9/v1", MERGE_QUEUE_API_TOKEN: "t" };
  await expect(
    run(process.execPath, [...command, "--set", "coolDownMinutes=10"], { cwd: root, env: environment }),
  ).rejects.toMatchObject({ stderr: expect.stringContaining("expected a whole number from 1 to 9") });
  await run(process.execPath, ["scripts/docs.mjs"], { cwd: root });
  const documents = ["action.yml", "docs/reference/action.md", "docs/reference/queue-settings.md"].map(
    (name) => readFile(join(root, name), "utf8"),
  );
  expect(await Promise.all(documents)).toEqual([
    expect.stringContaining("cool-down-minutes:\n    description: Its minutes."),
    expect.stringContaining("| `cool-down-minutes` | Its minutes. |"),
    expect.stringContaining("| `coolDownMinutes` | 1 to 9 | `3` | any | How long it cools down. |"),
  ]);
});
