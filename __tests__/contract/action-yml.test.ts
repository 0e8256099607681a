/** `action.yml`, `docs/reference/action.md`, the steps in the documents and the table of operations agree. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { INPUT_GROUPS, OF_THE_SERVICE } from "../../src/action/input-groups.js";
import { INPUTS, isInputName } from "../../src/action/inputs.js";
import { COMMON_INPUTS, COMMON_OUTPUTS } from "../../src/action/operation.js";
import { OPERATIONS } from "../../src/action/operations.js";
import { OUTPUTS } from "../../src/action/outputs.js";
import { ACTION_VERSION } from "../../src/action/version.js";
import { CLIENT_COMMANDS } from "../../src/cli/client/commands.js";
import { endpoints } from "../../src/contract/endpoints.js";
import { QUEUE_SETTINGS } from "../../src/domain/queue-settings.js";
import { isOperationName, OPERATION_ENDPOINTS } from "../../src/operations/operation-names.js";
import { OPERATIONS as SHARED } from "../../src/operations/operations.js";
import { ROOT } from "../support/source-files.js";

const action: unknown = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
const names = Object.keys(OPERATION_ENDPOINTS).filter(isOperationName);

describe("action.yml", () => {
  it("declares exactly the inputs of the code, with their words and defaults", () => {
    const expected = INPUT_GROUPS.flatMap(({ names: ofGroup }) => ofGroup).map((name) => {
      const { description, default: byDefault } = INPUTS[name];
      const input = { description, required: name === "operation" };
      return [name, byDefault === undefined ? input : { ...input, default: byDefault }];
    });
    expect(entriesAt("inputs")).toEqual(expected);
  });

  it("has each input in one group", () => {
    const grouped = INPUT_GROUPS.flatMap(({ names: ofGroup }) => ofGroup);
    expect([...grouped].sort()).toEqual(Object.keys(INPUTS).sort());
  });

  it("requires only what has no fallback and what every operation needs", () => {
    const required = Object.entries(INPUTS).filter(([, { isRequired }]) => isRequired === true);
    expect(required.map(([name, { environment = "" }]) => [name, environment])).toEqual([
      ["operation", ""],
      ["api-url", "MERGE_QUEUE_API_URL"],
      ["api-token", "MERGE_QUEUE_API_TOKEN"],
    ]);
  });

  it("declares exactly the outputs of the code", () => {
    const expected = Object.entries(OUTPUTS).map(([name, description]) => [name, { description }]);
    expect(entriesAt("outputs")).toEqual(expected);
  });

  it("runs the bundle on Node 24", () => {
    expect(action).toMatchObject({ runs: { using: "node24", main: "dist/index.js" } });
  });
});

describe("what a newcomer reads", () => {
  const examples = readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:yml|md)$/.test(path))
    .map((path) => join("examples", path));

  it("names one label that submits, the default of the queue", () => {
    const texts = ["README.md", ...examples].map((path) => readFileSync(join(ROOT, path), "utf8"));
    const labels = texts.flatMap((text) =>
      [...text.matchAll(/label\.name == '([^']+)'|label `(merge-queue[^`]*)`/g)].map(
        ([, workflow, prose]) => workflow ?? prose,
      ),
    );
    expect(new Set(labels)).toEqual(new Set([QUEUE_SETTINGS.enqueueingLabel.default]));
  });

  it("asks for App or Action before it shows the workflow of the label", () => {
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const [question, workflow] = [readme.indexOf("**App or Action?**"), readme.indexOf("label.name ==")];
    expect(question).toBeGreaterThan(0);
    expect(workflow).toBeGreaterThan(question);
  });

  it("requires the Node that the command needs", () => {
    const manifest: unknown = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ engines: { node: ">=24" } });
  });
});

describe("the table of operations", () => {
  it("has one operation for each endpoint but the lists, beside those that ask no service", () => {
    const served = names.filter((name) => !OPERATIONS[name].isLocal).map((name) => OPERATION_ENDPOINTS[name]);
    // They are this service's own; no step of a workflow needs every pull request or landing.
    expect(["listPullRequests", "listLandings", ...served].sort()).toEqual(Object.keys(endpoints).sort());
  });

  it("asks the service only for what the command line asks for too, and plans it once", () => {
    const served = names.filter((name) => !OPERATIONS[name].isLocal);
    expect(Object.keys(SHARED).sort()).toEqual([...served].sort());
    // A workflow has no use for lists of pull requests and queues.
    expect([...CLIENT_COMMANDS.keys()].sort()).toEqual([...served, "list", "queues"].sort());
  });

  it("uses every input somewhere", () => {
    const used = new Set([...COMMON_INPUTS, ...names.flatMap((name) => OPERATIONS[name].inputs)]);
    expect(Object.keys(INPUTS).filter((name) => !isInputName(name) || !used.has(name))).toEqual([]);
  });

  it("sets every output somewhere", () => {
    const set = new Set<string>([...COMMON_OUTPUTS, ...names.flatMap((name) => OPERATIONS[name].outputs)]);
    expect(Object.keys(OUTPUTS).filter((name) => !set.has(name))).toEqual([]);
  });
});

describe("the reference", () => {
  const rows = readFileSync(join(ROOT, "docs/reference/action.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
  const operationsIn = (name: string) => rows.find(([first]) => first === `\`${name}\``)?.at(-1);

  it.each([
    ["operation", "all"],
    ["api-token", "all but `compute-targets`"],
    ["priority", "`submit`"],
    ["wait", "`submit`, `status`"],
    ["queue-config", "`create-queue`, `update-queue`"],
    ["uploaded", "`set-impacted-targets`"],
    ["test-run-url", "`submit`, `status`, `testing-details`"],
    ["error-kind", "all"],
    ["http-status", "all but `compute-targets`"],
  ])("says which operations use or set %s", (name, operations) => {
    expect(operationsIn(name)).toBe(operations);
  });

  it("leaves no input or output of a single operation out of one without the service", () => {
    const common: readonly string[] = [...COMMON_INPUTS, ...COMMON_OUTPUTS];
    expect(OF_THE_SERVICE.filter((name) => !common.includes(name))).toEqual([]);
  });

  it("marks what is required, and the variables in its place", () => {
    const marked = rows.filter((cells) => cells.some((cell) => cell.includes("**yes**")));
    expect(marked.map(([name, , required]) => [name, required])).toEqual([
      ["`operation`", "**yes**"],
      ["`api-url`", "**yes**, or `MERGE_QUEUE_API_URL`"],
      ["`api-token`", "**yes**, or `MERGE_QUEUE_API_TOKEN`"],
    ]);
  });
});

describe("steps in the documents", () => {
  const guides = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path));
  const steps = ["README.md", ...guides].flatMap(stepsIn);

  it("are there, in the README too", () => {
    expect(steps.filter(({ document }) => document === "README.md")).toHaveLength(1);
    expect(steps.length).toBeGreaterThan(3);
  });

  it("name an operation, inputs that it takes, and all that is required", () => {
    const wrong = steps.filter(({ given }) => {
      const operation = given["operation"];
      if (typeof operation !== "string" || !isOperationName(operation)) return true;
      const { inputs, isLocal } = OPERATIONS[operation];
      const taken = new Set<string>([...COMMON_INPUTS, ...inputs]);
      const required = isLocal ? [] : ["api-url", "api-token"];
      return Object.keys(given).some((name) => !taken.has(name)) || required.some((name) => !(name in given));
    });
    expect(wrong).toEqual([]);
  });
});

describe("the version", () => {
  it("is the package's", () => {
    const text = readFileSync(join(ROOT, "package.json"), "utf8");
    expect(text).toContain(`"version": "${ACTION_VERSION}"`);
  });
});

interface DocumentedStep {
  readonly document: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** What the YAML blocks of a document give to the Action. */
function stepsIn(document: string): readonly DocumentedStep[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  const blocks = [...text.matchAll(/^( *)```yaml\n(.*?)^\1```$/gms)].map(([, , block = ""]) => block);
  return blocks
    .filter((block) => block.includes("uses: acme/merge-queue@"))
    .flatMap((block) => objectsIn(parse(block)))
    .filter(({ uses }) => typeof uses === "string" && uses.startsWith("acme/merge-queue@"))
    .map(({ with: given }) => ({ document, given: isObject(given) ? given : {} }));
}

/** Every object in a value, at any depth. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function entriesAt(section: "inputs" | "outputs"): unknown {
  if (typeof action !== "object" || action === null) return [];
  const found: unknown = Object.entries(action).find(([name]) => name === section)?.[1];
  return typeof found === "object" && found !== null ? Object.entries(found) : [];
}
