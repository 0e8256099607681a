/** One truth about the GitHub App: its manifest, its guide, what the doctor looks for, and what the service hears and calls. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { INPUTS } from "../../src/action/inputs.js";
import { settingsChange } from "../../src/contract/queue-settings.js";
import { DEFAULT_TEST_BRANCH_PREFIX } from "../../src/domain/test-branch.js";
import { RepositoryNames } from "../../src/service/github/api/repository-names.js";
import { NEEDED_PERMISSIONS, WANTED_EVENTS } from "../../src/service/github/forge/access-needs.js";
import { readIntakeEvent } from "../../src/service/github/intake/read-event.js";
import { GITHUB_CALLBACK_PATH, GITHUB_WEBHOOKS_PATH } from "../../src/service/ports/account-host.js";
import { examineConfig } from "../../src/service/settings/config.js";
import { SETTINGS } from "../../src/service/settings/settings.js";
import { callCommand } from "../support/command-line.js";
import { isJsonObject } from "../support/json-object.js";
import { ROOT } from "../support/source-files.js";
import { violationsIn } from "../support/workflow-rules.js";

const GUIDE = "docs/how-to/github-app.md";
const guide = readFileSync(join(ROOT, GUIDE), "utf8");
const manifest: unknown = JSON.parse(readFileSync(join(ROOT, "deploy/github/app-manifest.json"), "utf8"));

/** Less the indentation that it has in a list. */
function blocksOf(language: string): readonly string[] {
  const found = guide.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^ *\`\`\`$`, "gms"));
  return [...found].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

const yamlBlocks = blocksOf("yaml");
const settingsBlock = yamlBlocks.find((block) => block.startsWith("forge: ")) ?? "";
/** Other blocks are jobs of one. */
const workflows = yamlBlocks.filter((block) => /^on:/m.test(block));

describe("the manifest of the GitHub App", () => {
  it("asks for what the service needs, and for nothing else", () => {
    const names = ["default_events", "default_permissions", "description", "hook_attributes", "name"];
    expect(Object.keys(isJsonObject(manifest) ? manifest : {}).sort()).toEqual([
      "callback_urls",
      ...names,
      ...["public", "redirect_url", "url"],
    ]);
    expect(manifest).toMatchObject({
      public: false,
      callback_urls: [`https://queue.example.com${GITHUB_CALLBACK_PATH}`],
      hook_attributes: { url: `https://queue.example.com${GITHUB_WEBHOOKS_PATH}`, active: true },
      default_permissions: Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level])),
      default_events: WANTED_EVENTS,
    });
  });

  it("subscribes to the events that are heard", () => {
    const surroundings = {
      host: "github.com",
      commandPrefix: "/",
      repositories: { has: () => true },
      now: 0,
      names: new RepositoryNames(),
    };
    const isHeard = (event: string) =>
      readIntakeEvent({ event, id: "1", payload: {} }, surroundings) !== null;
    expect(WANTED_EVENTS.filter((event) => !isHeard(event))).toEqual([]);
    const source = readFileSync(join(ROOT, "src/service/github/intake/read-event.ts"), "utf8");
    const readers = source.slice(source.indexOf("const READERS"), source.indexOf("]);"));
    const heard = [...readers.matchAll(/\[\s*"([a-z_]+)",/g)].map(([, event]) => event);
    expect(heard.sort()).toEqual([...WANTED_EVENTS]);
  });
});

describe("the guide to GitHub", () => {
  it("has every permission with its level and what it is for, and every event", () => {
    for (const { title, level, ofToken, purpose } of NEEDED_PERMISSIONS) {
      expect(guide).toContain(`| ${title} | ${level} | ${purpose} | ${ofToken ?? "none"} |`);
    }
    expect(guide).toContain(`\n${WANTED_EVENTS.map((event) => `\`${event}\``).join(", ")}.\n`);
    expect(guide).toContain(`https://queue.example.com${GITHUB_WEBHOOKS_PATH}`);
  });

  it("needs three steps", () => {
    const steps = [...guide.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number));
    expect(steps).toEqual([1, 2, 3]);
  });

  it("shows settings that the service takes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "guide-"));
    try {
      const key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
      await writeFile(join(folder, "github-app-key.pem"), key, { mode: 0o600 });
      await writeFile(join(folder, "github-webhook-secret"), "secret\n", { mode: 0o600 });
      const file = join(folder, "queue.yml");
      await writeFile(file, settingsBlock.replaceAll("/etc/merge-queue", folder));
      const { problems, warnings } = examineConfig({ environment: {}, flags: { config: file } });
      expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("names settings, of the service or of a queue, that exist", () => {
    const known = new Set<string>([
      ...Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}File`]),
      ...Object.keys(settingsChange),
    ]);
    const named = [...guide.matchAll(/`((?:github|test|public|git|create|required)[A-Z]\w+)`/g)];
    expect(named.length).toBeGreaterThan(5);
    expect(named.map(([, name = ""]) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it("shows workflows that are valid, pinned as in the examples, and keep to every rule", () => {
    expect(workflows).toHaveLength(2);
    const files = workflows.map((text, index) => ({ path: `${GUIDE}-${index + 1}.yml`, text }));
    expect(files.flatMap(violationsIn)).toEqual([]);
    const linted = spawnSync(process.execPath, [join(ROOT, "__tests__/support/lint-workflows.mjs")], {
      cwd: ROOT,
      input: JSON.stringify(files),
      encoding: "utf8",
    });
    expect(JSON.parse(linted.stdout)).toEqual(files.map(({ path }) => ({ path, problems: [] })));
    const examples = readdirSync(join(ROOT, "examples")).map((name) =>
      readFileSync(join(ROOT, "examples", name), "utf8"),
    );
    const uses = workflows.flatMap((text) =>
      [...text.matchAll(/uses: (.*)$/gm)].map(([, used = ""]) => used),
    );
    expect(uses.filter((used) => !examples.some((example) => example.includes(used)))).toEqual([]);
  });

  it("gives our Action inputs that it has, and runs CI on the branches that the service pushes", () => {
    const [submit, ci] = workflows.map((text): unknown => parse(text));
    expect(ci).toMatchObject({ on: { push: { branches: [`${DEFAULT_TEST_BRANCH_PREFIX}**`] } } });
    const given = /with:\n(?:\s+[\w-]+: .*\n)+$/.exec(workflows[0] ?? "")?.[0] ?? "";
    const inputs = [...given.matchAll(/^\s+([\w-]+): /gm)].map(([, name = ""]) => name);
    expect(inputs.length).toBeGreaterThan(2);
    expect(inputs.filter((input) => !Object.hasOwn(INPUTS, input))).toEqual([]);
    expect(submit).toMatchObject({ permissions: {} });
  });

  it("calls commands and options that exist", async () => {
    const shell = blocksOf("sh").join("\n");
    const inline = [...guide.matchAll(/`(merge-queue [^`]+)`/g)].map(([, line = ""]) => line);
    const lines = [...shell.split("\n"), ...inline].map((line) => line.trim());
    const calls = lines.filter((line) => line.startsWith("merge-queue "));
    expect(calls.length).toBeGreaterThan(3);
    for (const call of calls) {
      const [, ...words] = call.split(" ");
      const named = words.filter(
        (word, index) => /^[a-z][a-z-]*$/.test(word) && !words[index - 1]?.startsWith("--"),
      );
      const { exitCode, stdout } = await callCommand([...named, "--help"], { environment: {} });
      expect({ call, exitCode }).toEqual({ call, exitCode: 0 });
      for (const option of words.filter((word) => word.startsWith("--"))) expect(stdout).toContain(option);
    }
  });
});
