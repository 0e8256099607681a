/** What a pull request's page shows of the outputs of its test runs, its verdict's evidence, and whole outputs as text. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { derivedUuid, testRunId } from "../../../../src/domain/ids.js";
import type { QueueSettings } from "../../../../src/domain/queue-settings.js";
import type { RunState, RunView } from "../../../../src/service/dashboard/reading/run-view.js";
import { readOutputs } from "../../../../src/service/dashboard/reading/shown-output.js";
import { openOutput } from "../../../../src/service/plain-git/saved-output.js";
import { MAIN, TOKEN } from "../../../support/api-world.js";
import { type PagesWorld, PULL_PATH, pagesWorld } from "../../../support/pages-world.js";
import {
  failed,
  type Happening,
  landed,
  passed,
  reported,
  runNamed,
  submitted,
} from "../../../support/queue-builder.js";
import { aQueueId } from "../../../support/stored-queue.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-outputs-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outputs {
  readonly settings?: Partial<QueueSettings>;
  readonly access?: "signed-in" | "public";
}

/** Every run has an output that names it; whole outputs are files, as with plain git. */
async function worldWithOutputs(happenings: readonly Happening[], { settings, access }: Outputs = {}) {
  const world = await pagesWorld(access === undefined ? {} : { access }, settings);
  Object.assign(world.forge, {
    readOutput: async (_: unknown, run: string) =>
      Promise.resolve(Array.from({ length: 30 }, (_line, index) => `line ${index} of ${run}`).join("\n")),
    openOutput: async (_: unknown, run: string) => openOutput(join(folder, `${run}.log`)),
  });
  await world.happens(...happenings);
  return world;
}

async function pageOf(world: PagesWorld, number: number): Promise<string> {
  return (await world.get(`${PULL_PATH}/${number}?branch=main`, { cookie: await world.signIn() })).text();
}

/** The HTML of the box with the answer, and of the panel of a run. */
function boxOf(page: string): string {
  return /<section class="verdict [\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
}

function panelOf(page: string, run: string): string {
  return new RegExp(`<details class="run" id="run-${run}"[\\s\\S]*?</details>`).exec(page)?.[0] ?? "";
}

describe("the outputs on the page", () => {
  it("are shown of a failed run while its retest runs, and after that failed too", async () => {
    const world = await worldWithOutputs([submitted(1), failed("1")]);
    const page = await pageOf(world, 1);
    const runs = [...page.matchAll(/id="run-([^"]+)"( open)?/g)].map(([, id = "", open]) => [
      id,
      open !== undefined,
    ]);
    expect(runs.map(([, open]) => open)).toEqual([true, true]);
    const first = String(runs[1]?.[0]);
    expect(panelOf(page, first)).toContain(`line 29 of ${first}</pre>`);
    await world.happens(failed("1"));
    const after = await pageOf(world, 1);
    for (const [id] of runs) expect(panelOf(after, String(id))).toContain(`line 29 of ${id}</pre>`);
  });

  it("are linked as a whole, also of a run that passed", async () => {
    const world = await worldWithOutputs([submitted(1), passed("1"), landed()]);
    const page = await pageOf(world, 1);
    const [, id = ""] = /id="run-([^"]+)"/.exec(page) ?? [];
    expect(panelOf(page, id)).toContain(`href="${PULL_PATH}/1/output/${id}?branch=main"`);
    expect(page).not.toContain("line 29 of");
  });

  it("are read of five failed runs at most, the newest first, and of the newest run", async () => {
    const states: readonly RunState[] = [
      ...(["running", "passed", "stopped"] as const),
      ...Array.from({ length: 7 }, () => "failed" as const),
    ];
    const runs = states.map(
      (state, index): RunView => ({
        ...{ id: testRunId(derivedUuid(aQueueId(), index)), state, result: "", own: [], on: [] },
        ...{ testBranch: "", commit: null, createdAt: 0, endedAt: 0, requiredStatuses: [], checks: [] },
      }),
    );
    const asked: string[] = [];
    const readOutput = async (_: unknown, run: string) => {
      asked.push(run);
      return Promise.resolve("red");
    };
    const outputs = await readOutputs({ readOutput }, MAIN.repository, runs);
    const indices = [...outputs.keys()].map((id) => runs.findIndex((run) => run.id === id));
    expect(indices).toEqual([0, 3, 4, 5, 6]);
    expect(asked).toHaveLength(5);
    expect([...outputs.values()].every(({ isWhole }) => !isWhole)).toBe(true);
  });

  it("are in the JSON as well", async () => {
    const world = await worldWithOutputs([submitted(1), failed("1")]);
    const headers = { "x-api-token": TOKEN };
    const json: unknown = await (await world.get(`${PULL_PATH}/1.json`, headers)).json();
    expect(json).toMatchObject({
      testRuns: [
        { state: "running" },
        { state: "failed", outputTail: expect.stringContaining("line 29 of ") },
      ],
    });
  });
});

describe("a whole output", () => {
  const HOSTILE = '<script>alert(1)</script>\n\u001b[31mred\u001b[0m "é"\n';

  async function failedWorld(access: "signed-in" | "public" = "signed-in") {
    const world = await worldWithOutputs([submitted(1), submitted(2), submitted(3), failed("1+2")], {
      access,
    });
    const { id } = runNamed(await world.queue(), "1+2");
    writeFileSync(join(folder, `${id}.log`), HOSTILE.repeat(10_000));
    return { world, id, address: `${PULL_PATH}/2/output/${id}?branch=main` };
  }

  it("is plain text that a browser neither guesses nor runs", async () => {
    const { world, address } = await failedWorld();
    const answer = await world.get(address, { cookie: await world.signIn() });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toBe(HOSTILE.repeat(10_000));
  });

  it("is for readers who see outputs on the page", async () => {
    const { world, address } = await failedWorld("public");
    const page = await world.get(address);
    expect([page.status, await page.text()]).toEqual([
      401,
      expect.stringContaining("Outputs of tests are shown after a sign-in."),
    ]);
    expect((await world.get(address, { accept: "application/json" })).status).toBe(401);
    expect((await world.get(address, { "x-api-token": TOKEN })).status).toBe(200);
  });

  it.each([
    ["public", 401],
    ["signed-in", 403],
  ] as const)("is not for a token of another repository on %s pages", async (access, status) => {
    const { world, address } = await failedWorld(access);
    const elsewhere = await world.token(["read"], ["github.com/octo/other"]);
    const refused = await world.get(address, { "x-api-token": elsewhere });
    expect([refused.status, (await refused.text()).includes("alert(1)")]).toEqual([status, false]);
  });

  it.each([
    ["another pull request's run", (id: string) => `${PULL_PATH}/3/output/${id}?branch=main`],
    ["an unknown run", () => `${PULL_PATH}/2/output/${testRunId(derivedUuid(aQueueId(), 99))}?branch=main`],
    ["a path", () => `${PULL_PATH}/2/output/..%2f..%2fsecret?branch=main`],
    ["a hidden path", () => `${PULL_PATH}/2/output/%2e%2e%2fsecret%00?branch=main`],
    ["another queue", (id: string) => `${PULL_PATH}/2/output/${id}?branch=release/9`],
  ])("of %s is not there", async (_, addressOf) => {
    const { world, id } = await failedWorld();
    writeFileSync(join(folder, "secret.log"), "secret");
    const answer = await world.get(addressOf(id), { cookie: await world.signIn() });
    expect([answer.status, /secret<|alert/.test(await answer.text())]).toEqual([404, false]);
  });

  it("that was deleted, or that the code host keeps, is not there", async () => {
    const { world, id, address } = await failedWorld();
    rmSync(join(folder, `${id}.log`));
    const cookie = await world.signIn();
    const deleted = await world.get(address, { cookie });
    expect([deleted.status, await deleted.text()]).toEqual([
      404,
      expect.stringContaining("The output of this test run is not on this machine"),
    ]);
    Object.assign(world.forge, { openOutput: undefined });
    expect((await world.get(address, { cookie })).status).toBe(404);
  });
});

describe("the verdict", () => {
  const twice = (happening: Happening) => [happening, happening];

  it("has the failed check with its link and the last 20 lines of its output", async () => {
    const world = await worldWithOutputs([submitted(1), ...twice(failed("1"))]);
    const box = boxOf(await pageOf(world, 1));
    expect(box).toMatch(/<span class="check">tests<\/span> <a href="https:\/\/ci.example\/tests"/);
    expect([box.includes("line 9 of"), box.includes("line 10 of"), box.includes("line 29 of")]).toEqual([
      ...[false, true, true],
    ]);
  });

  it("links the other pull requests of a broken branch", async () => {
    const world = await worldWithOutputs(
      [
        ...[submitted(1), submitted(2), submitted(3)],
        ...["1", "2", "3"].flatMap((run) => twice(failed(run))),
      ],
      { settings: { pauseOnRedTarget: false } },
    );
    expect(boxOf(await pageOf(world, 3))).toContain(
      `Failed the same check: <a href="${PULL_PATH}/1?branch=main">#1</a>, <a href="${PULL_PATH}/2?branch=main">#2</a>`,
    );
  });

  it("links the run in which a flaky check passed", async () => {
    const world = await worldWithOutputs(
      [
        submitted(1),
        reported("1", { build: "failure", lint: "success" }),
        reported("1", { build: "success", lint: "failure" }),
      ],
      { settings: { requiredStatuses: ["build", "lint"] } },
    );
    const page = await pageOf(world, 1);
    const [, id = ""] = /Passed on the same code: <a href="#run-([^"]+)">run 1<\/a>/.exec(boxOf(page)) ?? [];
    expect(panelOf(page, id)).toContain("Run 1");
    const json: unknown = await (await world.get(`${PULL_PATH}/1.json`, { "x-api-token": TOKEN })).json();
    expect(json).toMatchObject({
      verdict: "FLAKY",
      submitAgain: "AS_IT_IS",
      evidence: { passedTestRunId: id, pullRequests: [] },
    });
  });

  it("links what a combination fails with", async () => {
    const bisected = [
      ...[submitted(1), submitted(2)],
      ...[failed("1+2"), passed("1"), passed("2"), passed("1"), landed()],
    ];
    const world = await worldWithOutputs([...bisected, ...twice(failed("2"))], {
      settings: { batch: true, batchingMinSize: 2 },
    });
    const box = boxOf(await pageOf(world, 2));
    expect(box).toContain(`Fails only together with <a href="${PULL_PATH}/1?branch=main">#1</a>`);
  });
});
