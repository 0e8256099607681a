/** Keeps the small shop busy for people who watch its pages: a new pull request every few seconds, until interrupted. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { REPOSITORY, TOKEN } from "./demo.js";
import { git } from "./demo-git.js";
import { QueueReader, type Scenario } from "./queue-reader.js";
import type { ServiceProcess } from "./service-process.js";

const EVERY_MS = 500;
/** More entries than slots, so that some wait. */
const MOST_ENTRIES = 8;
/** The first numbers are those of the scenario. */
const FIRST_NUMBER = 101;

const TITLES = [
  "Sell plums",
  "Print the date on receipts",
  "Count the stock",
  "Greet the customers",
  "Open on Sundays",
  "Sort the shelf",
  "Add the till",
] as const;

export interface BusyOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Every fifth pull request fails on its own, and every seventh changes the same line as others. */
export async function keepBusy(
  scenario: Scenario,
  service: Pick<ServiceProcess, "apiUrl">,
  { folder, signal }: BusyOptions,
): Promise<void> {
  const { repository, targetBranch } = scenario;
  const desk = join(folder, "busy-desk");
  await git(folder, "clone", "--quiet", repository, desk);
  const reader = new QueueReader(service.apiUrl, TOKEN, { repo: REPOSITORY, targetBranch });
  for (let number = FIRST_NUMBER; !signal.aborted; ) {
    const depth = await reader.depth();
    if (depth !== null && depth < MOST_ENTRIES) {
      await pushChange(desk, targetBranch, number);
      if ((await reader.submit(number)) !== null) number += 1;
    }
    await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function pushChange(desk: string, targetBranch: string, number: number): Promise<void> {
  await git(desk, "fetch", "--quiet", "origin", targetBranch);
  await git(desk, "checkout", "--quiet", "-B", "change", `origin/${targetBranch}`);
  const title = TITLES[number % TITLES.length] ?? TITLES[0];
  if (number % 5 === 0) {
    await writeFile(
      join(desk, "tests", `promise-${number}.test.mjs`),
      `throw new Error("${title}: not built yet");\n`,
    );
  }
  const file = number % 7 === 0 ? "README.md" : `idea-${number}.md`;
  await writeFile(join(desk, file), `# ${title}\n\nIdea ${number}.\n`);
  await git(desk, "add", "--all");
  await git(desk, "commit", "--quiet", `--message=${title}`);
  await git(desk, "push", "--quiet", "--force", "origin", `HEAD:refs/pull/${number}/head`);
}
