/**
 * Two pull requests of which one changes a workflow or an action, on real git: if they mean something together that
 * neither means alone, their lists share a name, or one of them is `ALL`.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { computeTargets } from "../../../../src/targets/compute-targets.js";
import { type FileChange, GitRepository } from "../../../support/git-repository.js";

type Files = Readonly<Record<string, FileChange>>;

const CI = ".github/workflows/ci.yml";
const NIGHTLY = ".github/workflows/nightly.yml";

const BASE: Files = {
  "package.json": JSON.stringify({ name: "fx", workspaces: ["packages/*"] }),
  "packages/core/package.json": JSON.stringify({ name: "core" }),
  "packages/core/index.js": "1\n",
  "packages/ui/package.json": JSON.stringify({ name: "ui" }),
};
const IN_CORE: Files = { "packages/core/a.js": "1\n" };
const IN_UI: Files = { "packages/ui/a.js": "1\n" };

let repository: GitRepository;

beforeAll(async () => {
  repository = await GitRepository.create();
});

afterAll(async () => repository.remove());

const workflow = (on: string, jobs = "{ a: { steps: [{ run: 'true' }] } }") => `on: ${on}\njobs: ${jobs}\n`;
const steps = (written: string) => `{ a: { steps: [${written}] } }`;

/** The names that both lists have; a list that is `ALL` has each. */
async function together(more: Files, one: Files, other: Files): Promise<readonly string[]> {
  const [base = "", ...heads] = await repository.commits([
    { files: { ...BASE, ...more } },
    { parents: [0], files: one },
    { parents: [0], files: other },
  ]);
  const [first = null, second = null] = await Promise.all(heads.map((head) => listOf(base, head)));
  if (first === null || second === null) return ["ALL"];
  return first.filter((name) => second.includes(name));
}

async function listOf(base: string, head: string): Promise<readonly string[] | null> {
  const { answer } = await computeTargets({
    choices: [{ name: "workspaces", argument: null }],
    question: {
      wanted: { kind: "pair", base, head },
      checkout: repository.folder,
      remote: null,
      signal: new AbortController().signal,
    },
    readFile: async function* () {
      yield await Promise.resolve(Buffer.from(""));
    },
    objection: () => null,
  });
  return answer.kind === "all" ? null : [...answer.targets.keys()];
}

it("share nothing where they mean nothing together", async () => {
  const files = { [CI]: workflow("push"), [NIGHTLY]: workflow("schedule") };
  expect(await together(files, { [NIGHTLY]: workflow("issues"), ...IN_CORE }, IN_UI)).toEqual([]);
});

describe("two changes of a workflow that no test branch starts", () => {
  it.each<[string, string, string, string]>([
    [
      "one adds an event, the other lets its job run",
      workflow("{ schedule: }", "{\n  e2e: { if: github.event_name == 'schedule', steps: [] }\n}"),
      workflow("{ schedule:, push: }", "{\n  e2e: { if: github.event_name == 'schedule', steps: [] }\n}"),
      workflow("{ schedule: }", "{\n  e2e: { steps: [] }\n}"),
    ],
    [
      "each removes one of two reasons why a job does not run",
      workflow("push", "{\n  x: { if: false, steps: [] },\n\n  e2e: { needs: x, if: false, steps: [] }\n}"),
      workflow("push", "{\n  x: { if: false, steps: [] },\n\n  e2e: { if: false, steps: [] }\n}"),
      workflow("push", "{\n  x: { if: false, steps: [] },\n\n  e2e: { needs: x, steps: [] }\n}"),
    ],
    [
      "each removes a part of a filter",
      workflow("{ push: { branches: [main], tags: ['v*'] } }"),
      workflow("{ push: { branches: [main] } }"),
      workflow("{ push: { branches: [main, next], tags: ['v*'] } }"),
    ],
  ])("share its path: %s", async (_what, before, one, other) => {
    const changes = [
      { [NIGHTLY]: one, ...IN_CORE },
      { [NIGHTLY]: other, ...IN_UI },
    ] as const;
    const shared = await together({ [CI]: workflow("push"), [NIGHTLY]: before }, ...changes);
    expect(shared).toHaveLength(1);
    expect([NIGHTLY, "ALL"]).toContain(shared[0]);
  });
});
