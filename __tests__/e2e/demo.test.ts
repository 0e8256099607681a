/** The whole product: the built Action, the service as a process, real git. What must land lands, also through kills. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { TOKEN as DEMO_TOKEN, type DemoOutcome, playDemo } from "../../src/cli/demo/demo.js";
import { git } from "../../src/cli/demo/demo-git.js";
import { report } from "../../src/cli/demo/demo-report.js";
import type { Scenario } from "../../src/cli/demo/queue-reader.js";
import { shopScenario } from "../../src/cli/demo/scenarios.js";
import type { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { seededChance } from "../support/seeded-chance.js";
import { itInAll } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";
import { countOf } from "../support/test-size.js";
import { until } from "../support/until.js";

const KILLS = countOf("DEMO_KILLS", { reduced: 2, share: 2, full: 40 });
const TIMEOUT_MS = 180_000;
const PROGRAM = join(ROOT, "bin/merge-queue.js");

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-e2e-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function screen(): { readonly stream: PassThrough; text: () => string } {
  const stream = new PassThrough();
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return { stream, text: () => text };
}

function states(outcome: DemoOutcome): Readonly<Record<string, string>> {
  return Object.fromEntries(outcome.rows.map(({ number, state }) => [`#${number}`, state]));
}

const RIGHT_STATES = { "#1": "MERGED", "#2": "FAILED", "#3": "FAILED", "#4": "FAILED", "#5": "MERGED" };

async function expectCleanRepository(scenario: Scenario): Promise<void> {
  const refs = await git(scenario.repository, "for-each-ref", "--format=%(refname)", "refs/heads");
  expect(refs).toBe("refs/heads/main");
  const subjects = await git(scenario.repository, "log", "--format=%s", "main");
  expect(subjects.split("\n")).toEqual([
    "Say what the shop sells (#5)",
    "Count money in cents (#1)",
    "Open the shop",
  ]);
}

/** The end of the demo's output that the README shows, up to where it leaves lines out. */
function reasonsInTheReadme(): string {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [shown = ""] = /^── Every pull request.*?#3 FAILED.*?(?=^ *…$)/ms.exec(readme) ?? [];
  expect(shown).not.toBe("");
  return shown;
}

function idsLeftOut(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID");
}

describe("the demo", () => {
  itInAll(
    "lands the two that are fine, and says why the others do not",
    async () => {
      const scenario = await shopScenario(folder);
      const { stream, text } = screen();
      const outcome = await playDemo(scenario, { folder, screen: stream });
      const said = await report(scenario, outcome);
      await outcome.service.stop();
      expect(outcome.problems).toEqual([]);
      expect(states(outcome)).toEqual(RIGHT_STATES);
      const reasons = new Map(outcome.rows.map(({ number, reason }) => [number, reason]));
      expect(reasons.get(2)).toMatch(/#2.*`tests` again.*its own/);
      expect(reasons.get(3)).toMatch(/#3.*conflict/i);
      expect(reasons.get(3)).toContain("price.mjs");
      expect(reasons.get(4)).toMatch(/#4.*`tests`/);
      expect(text()).toContain("main <- #1 TESTING");
      expect(said).toContain("Say what the shop sells (#5)");
      expect(said).toContain("FAILED");
      expect(said).toMatch(/#4 test run \S+ failed \(attempt 2\): `tests` is FAILURE, output: \S+\.log on /);
      expect(said).toMatch(/\| .*bread should cost ten percent less/);
      expect(said).toMatch(/Exactly the right pull requests landed\.\n\nWhat to do next:\n {2}- /);
      const own = await report({ ...scenario, landing: null }, outcome);
      expect(own).toContain("2 of 5 pull requests landed. Your repository is unchanged");
      expect(own).not.toContain("Exactly the right");
      expect(idsLeftOut(said)).toEqual(expect.stringContaining(idsLeftOut(reasonsInTheReadme())));
      await expectCleanRepository(scenario);
    },
    TIMEOUT_MS,
  );

  itInAll(
    `ends the same when the service is killed at ${KILLS} random moments`,
    async () => {
      const seed = Number(process.env["MERGE_QUEUE_TEST_SEED"] ?? Date.now() % 1_000_000);
      const chance = seededChance(seed);
      let kills = 0;
      for (let play = 1; kills < KILLS; play += 1) {
        const own = join(folder, `play-${play}`);
        await mkdir(own);
        const scenario = await shopScenario(own);
        const over = new AbortController();
        const isOver = () => over.signal.aborted;
        const killNowAndThen = async (service: ServiceProcess) => {
          while (!isOver() && kills < KILLS) {
            await wait(chance.whole(50, 1500));
            const victim = service.processId;
            service.kill();
            kills += 1;
            while (!isOver() && service.processId === victim) await wait(10);
          }
        };
        let killing: Promise<void> | undefined;
        const outcome = await playDemo(scenario, {
          folder: own,
          screen: screen().stream,
          onService: (service) => {
            killing = killNowAndThen(service);
          },
        });
        over.abort();
        await killing;
        await outcome.service.stop();
        expect({ seed, play, problems: outcome.problems }).toEqual({ seed, play, problems: [] });
        expect({ seed, play, states: states(outcome) }).toEqual({ seed, play, states: RIGHT_STATES });
        await expectCleanRepository(scenario);
      }
    },
    TIMEOUT_MS,
  );
});

it.each([
  ["--repo nothing-here", "cannot be copied as a git repository"],
  ["--target absent", "has no local branch named absent"],
])("the demo exits with 2 for a repository that it cannot use: %s", async (words, why) => {
  await git(folder, "init", "--quiet", "own");
  const own = words.startsWith("--repo") ? words.split(" ") : ["--repo", "own", ...words.split(" ")];
  const demo = spawn(process.execPath, [PROGRAM, "demo", ...own, "--test", "true", "--pr", "main"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const { stream, text } = screen();
  demo.stderr.pipe(stream);
  expect(await new Promise((resolve) => demo.once("close", resolve))).toBe(2);
  expect(text()).toMatch(new RegExp(`^merge-queue demo: --repo \\S+: ${why}\n$`));
});

describe("the demo with --watch", () => {
  itInAll(
    "prints the address of its pages, keeps the queue busy there, and leaves nothing behind when interrupted",
    async () => {
      const demo = spawn(process.execPath, [PROGRAM, "demo", "--watch"], {
        env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: folder },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const { stream, text } = screen();
      demo.stdout.pipe(stream);
      const ended = new Promise<number | null>((resolve) => demo.once("close", resolve));
      try {
        await until(() => /Exactly the right[\s\S]*http:/.test(text()), text, TIMEOUT_MS);
        const [, url = ""] = /(http:\/\/127\.0\.0\.1:\d+)\/[^\s]*\/queue/.exec(text()) ?? [];
        const queue = async () => {
          const headers = { "x-api-token": DEMO_TOKEN, accept: "application/json" };
          return (await fetch(`${url}/`, { headers })).text();
        };
        const landed = async () => Number(/"landed":(\d+)/.exec(await queue())?.[1] ?? 0);
        // Two of the shop, and then some of those that keep it busy.
        await until(async () => (await landed()) > 3, queue, TIMEOUT_MS);
      } finally {
        demo.kill("SIGINT");
      }
      expect(await ended).toBe(0);
      expect(await readdir(folder)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
