/**
 * The queue page with a thousand entries while the queue decides a hundred times a second, beside a bare table of the same
 * rows in the same run: first paint, and from a change to the screen. Then decisions with 50 open pages beside none, one
 * after the other as fast as the service answers. What it costs to open the pages is not part of it, so each turn begins
 * with load that does not count: the first change goes to pages of many states, and what opening left is collected. Turns
 * with and without pages are neighbours, and each pair is compared alone, because a machine is not equally fast all the
 * time. The bar is about elapsed time; processor time of the service, and of the process that reads the pages, is beside it
 * and shows whether a miss is the service's. Run: npm run bench:pages, or with some of: paint change decisions. All but the
 * last need an installed Chromium.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { installedChromium, launchChromium } from "../__tests__/support/browser.js";
import { isJsonObject } from "../__tests__/support/json-object.js";
import { type Usage, usageOf } from "./processor-usage.js";
import { type Caller, caller } from "./service-load.js";
import { newSqliteFile, storeQueues } from "./service-stored.js";

const ENTRIES = 1000;
const DECISIONS_PER_SECOND = 100;
const OPEN_PAGES = 50;
const PAINTS = 7;
const CHANGES = 9;
const WARM_UP_MS = 1000;
const LOAD_MS = 4000;
/** Of a turn with pages and one without. */
const LOAD_PAIRS = 9;
/** These are submitted over and over again; they wait at the end of the queue. */
const SUBMITTED_AGAIN = 20;
const PATHS = { page: "/github.com/octo/mono/queue", bare: "/bare" } as const;
type Which = keyof typeof PATHS;

const FIRST_PAINT = `new Promise((resolve) => {
  const look = () => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (paint) resolve(paint.startTime);
    else setTimeout(look, 10);
  };
  look();
})`;

const PARTS = ["paint", "change", "decisions"] as const;
const named = PARTS.filter((part) => process.argv.slice(2).includes(part));
const wanted = named.length === 0 ? PARTS : named;
const missed: string[] = [];
const stored = await newSqliteFile();
try {
  await storeQueues(stored.url, 1, ENTRIES);
  const served = await start("pages-served.ts", []);
  const url = String(served.first["url"]);
  const calls = caller(`${url}/v1`);
  try {
    if (wanted.some((part) => part !== "decisions")) await inBrowser(url, calls);
    if (wanted.includes("decisions")) await loads(served.child, url, calls);
  } finally {
    calls.close();
    served.stop();
  }
} finally {
  await stored.remove();
}
if (missed.length > 0) process.exitCode = 1;

async function start(program: string, words: readonly string[]) {
  const hook = new URL("../__tests__/support/typescript-imports.mjs", import.meta.url).href;
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), words, {
    execArgv: ["--import", hook, "--no-warnings"],
    env: { ...process.env, MERGE_QUEUE_DATABASE_URL: stored.url },
  });
  const messages: readonly unknown[] = await once(child, "message");
  const [message] = messages;
  return { child, first: isJsonObject(message) ? message : {}, stop: () => child.kill() };
}

async function inBrowser(url: string, calls: Caller): Promise<void> {
  const executable = installedChromium();
  if (executable === null) throw new Error("no Chromium is installed: name one in MERGE_QUEUE_TEST_CHROMIUM");
  const browser = await launchChromium(executable);
  try {
    if (wanted.includes("paint")) await paints(browser, url, calls);
    if (wanted.includes("change")) await changes(browser, url, calls);
  } finally {
    await browser.close();
  }
}

/** Decides at a steady pace until it is stopped. */
function pace(calls: Caller): () => Promise<void> {
  const controller = new AbortController();
  let index = 0;
  const startedAt = performance.now();
  const loop = async (): Promise<void> => {
    while (!controller.signal.aborted) {
      const dueMs = (index * 1000) / DECISIONS_PER_SECOND - (performance.now() - startedAt);
      if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
      await calls.call("submitPullRequest", again(index++));
    }
  };
  const ended = loop();
  return async () => {
    controller.abort();
    await ended;
    const perSecond = (1000 * index) / (performance.now() - startedAt);
    console.log(`  ${perSecond.toFixed(0)} decisions a second meanwhile`);
  };
}

/** Each has another priority than the last time, so that each submission moves its row. */
function again(index: number): object {
  const number = ENTRIES - (index % SUBMITTED_AGAIN);
  return { pr: { number }, priority: Math.floor(index / SUBMITTED_AGAIN) % 2 === 0 ? "low" : "medium" };
}

async function paints(browser: Browser, url: string, calls: Caller): Promise<void> {
  const times: Record<Which, number[]> = { page: [], bare: [] };
  const stop = pace(calls);
  for (let round = 0; round < PAINTS; round += 1) {
    for (const which of turns(round)) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${url}${PATHS[which]}`);
      times[which].push(await page.evaluate(FIRST_PAINT));
      await context.close();
    }
  }
  await stop();
  compare("first paint", times);
}

async function changes(browser: Browser, url: string, calls: Caller): Promise<void> {
  const times: Record<Which, number[]> = { page: [], bare: [] };
  let number = 200;
  for (const which of ["page", "bare"] as const) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}${PATHS[which]}`);
    const stop = pace(calls);
    for (let change = 0; change < CHANGES; change += 1)
      times[which].push(await timeOfChange(page, calls, number++));
    await stop();
    await context.close();
  }
  compare("from a change to the screen", times);
}

/** A cancelled entry disappears. */
async function timeOfChange(page: Page, calls: Caller, number: number): Promise<number> {
  const isShown = `[...document.querySelectorAll("td")].some(({ textContent }) => textContent.startsWith("#${number} "))`;
  if (!(await page.evaluate<boolean>(isShown))) throw new Error(`#${number} is not on the page`);
  const gone = page.evaluate(`new Promise((resolve) => {
    const look = () => ${isShown} ? requestAnimationFrame(look) : resolve();
    look();
  })`);
  await calls.call("cancelPullRequest", { pr: { number } });
  const startedAt = performance.now();
  await gone;
  return performance.now() - startedAt;
}

/** One turn of load. */
interface Turn {
  readonly perSecond: number;
  readonly decisions: number;
  readonly service: Usage;
  /** Of all open pages together; 0 without. */
  readonly pagesMs: number;
}

async function loads(service: ChildProcess, url: string, calls: Caller): Promise<void> {
  const pairs: Record<"with" | "without", Turn>[] = [];
  let index = 0;
  const load = async (ms: number): Promise<number> => {
    const [first, startedAt] = [index, performance.now()];
    while (performance.now() - startedAt < ms) await calls.call("submitPullRequest", again(index++));
    return index - first;
  };
  const without = async () => turnOf(service, null, load);
  const beside = async () => {
    const open = await start("pages-open.ts", [url, String(OPEN_PAGES)]);
    const turn = await turnOf(service, open.child, load);
    if (open.child.exitCode !== null) throw new Error("the open pages have failed");
    open.stop();
    await once(open.child, "exit");
    return turn;
  };
  for (let pair = 0; pair < LOAD_PAIRS; pair += 1) {
    if (pair % 2 === 0) pairs.push({ without: await without(), with: await beside() });
    else pairs.push({ with: await beside(), without: await without() });
  }
  reportLoads(pairs);
}

async function turnOf(
  service: ChildProcess,
  pages: ChildProcess | null,
  load: (ms: number) => Promise<number>,
): Promise<Turn> {
  const usedByPages = async () => (pages === null ? 0 : (await usageOf(pages)).processMs);
  await load(WARM_UP_MS);
  const [before, pagesBefore, startedAt] = [await usageOf(service), await usedByPages(), performance.now()];
  const decisions = await load(LOAD_MS);
  const elapsedMs = performance.now() - startedAt;
  const [after, pagesAfter] = [await usageOf(service), await usedByPages()];
  return {
    ...{ decisions, perSecond: (1000 * decisions) / elapsedMs, pagesMs: pagesAfter - pagesBefore },
    service: {
      processMs: after.processMs - before.processMs,
      threadMs: after.threadMs - before.threadMs,
    },
  };
}

function reportLoads(pairs: readonly Readonly<Record<"with" | "without", Turn>>[]): void {
  const ratioOf = (figure: (turn: Turn) => number) =>
    median(pairs.map((pair) => figure(pair.with) / figure(pair.without)));
  const medianOf = (which: "with" | "without", figure: (turn: Turn) => number) =>
    median(pairs.map((pair) => figure(pair[which])));
  const perSecond = ({ perSecond: rate }: Turn) => rate;
  const figures = `${medianOf("without", perSecond).toFixed(0)}/s without, ${medianOf("with", perSecond).toFixed(0)}/s with`;
  const ratio = ratioOf(perSecond);
  report(`decisions with ${OPEN_PAGES} open pages`, figures, ratio, ratio >= 0.95, "at least 0.95");
  console.log(
    `  of each pair: ${pairs.map((pair) => (pair.with.perSecond / pair.without.perSecond).toFixed(2)).join(" ")}`,
  );
  for (const [what, time] of [
    ["the service, all threads", ({ service, decisions }: Turn) => service.processMs / decisions],
    ["its main thread", ({ service, decisions }: Turn) => service.threadMs / decisions],
  ] as const) {
    const times = `${medianOf("without", time).toFixed(2)} ms without, ${medianOf("with", time).toFixed(2)} ms with`;
    console.log(`  processor time per decision, ${what}: ${times}, ${(1 / ratioOf(time)).toFixed(2)}`);
  }
  const pagesShare =
    medianOf("with", ({ pagesMs, decisions, perSecond: rate }) => (pagesMs / decisions) * rate) / 1000;
  console.log(`  the process that reads the pages: ${(100 * pagesShare).toFixed(1)} % of a processor`);
}

function turns(round: number): readonly Which[] {
  return round % 2 === 0 ? ["page", "bare"] : ["bare", "page"];
}

function compare(what: string, times: Record<Which, number[]>): void {
  const [page, bare] = [median(times.page), median(times.bare)];
  report(
    what,
    `${page.toFixed(0)} ms, bare ${bare.toFixed(0)} ms`,
    page / bare,
    page / bare <= 3,
    "at most 3",
  );
}

function report(what: string, figures: string, ratio: number, isHeld: boolean, bar: string): void {
  if (!isHeld) missed.push(what);
  console.log(
    `${what.padEnd(32)} ${figures.padEnd(36)} ${ratio.toFixed(2)}  ${isHeld ? "held" : "MISSED"} (${bar})`,
  );
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;
}
