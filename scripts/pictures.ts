#!/usr/bin/env node
/**
 * `npm run pictures`: takes the pictures of the pages in `docs/images` anew, of a queue in memory: each 1280 pixels wide,
 * and those of a phone (`-360`). It needs an installed Chromium. `npm run pictures -- DIR` writes all to another folder.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { MAIN, TOKEN } from "../__tests__/support/api-world.js";
import { installedChromium, launchChromium } from "../__tests__/support/browser.js";
import { namedCommit } from "../__tests__/support/fake-commits.js";
import { memoryAccountHost } from "../__tests__/support/memory-account-host.js";
import { PULL_PATH, QUEUE_PATH } from "../__tests__/support/pages-world.js";
import {
  cancelled,
  failed,
  type Happening,
  landed,
  minutesPassed,
  reported,
  submitted,
  turned,
} from "../__tests__/support/queue-builder.js";
import { type ServedPages, servePages } from "../__tests__/support/served-pages.js";

const [folder] = process.argv.slice(2);
const IMAGES = folder ?? join(import.meta.dirname, "../docs/images");
const CHECKS = ["lint", "build", "integration"];
/** Landings before, from which the expected times are estimated. */
const LANDED = [6, 7, 8, 6, 9, 7, 8, 10, 7, 6, 8, 9, 7, 8];

const TITLES: Readonly<Record<number, readonly [title: string, author: string, targets: readonly string[]]>> =
  {
    1: ["Count money in cents", "hubot", ["core", "web"]],
    2: ["Print receipts", "ada", ["core", "till"]],
    3: ["Round half even when a discount applies", "mona", ["core"]],
    4: ["Sort the shelf", "hubot", ["shelf"]],
    5: ["Add the till", "ada", ["shelf"]],
    6: ["Rename stock to inventory", "mona", ["core"]],
    7: ["Drop the old cart API", "hubot", ["web"]],
    50: ["Round prices down", "ada", ["core"]],
    51: ["Try another till", "mona", ["till"]],
  };

interface Picture {
  readonly path: string;
  readonly name: string;
  /** What is there once the page is complete. */
  readonly ready: string;
}

const SIGNED_OUT: readonly Picture[] = [
  { path: `/sign-in`, name: "sign-in-page", ready: "form.sign-in" },
  { path: `${PULL_PATH}/2?branch=main`, name: "sign-in-first-page", ready: "form.sign-in" },
];
const PAST = QUEUE_PATH.replace(/queue$/, "");
const SIGNED_IN: readonly Picture[] = [
  { path: "/", name: "queues-page", ready: "table.queues" },
  { path: `${QUEUE_PATH}?branch=main`, name: "queue-page", ready: "[data-state=live]" },
  { path: `${PULL_PATH}/2?branch=main`, name: "pull-request-page", ready: "[data-state=live]" },
  { path: `${PULL_PATH}/50?branch=main`, name: "failed-page", ready: "[data-state=live]" },
  { path: `${PULL_PATH}/113?branch=main`, name: "landed-page", ready: "[data-state=live]" },
  { path: `${PAST}history?branch=main`, name: "history-page", ready: "table" },
  { path: `${PAST}insights?branch=main&period=24h`, name: "insights-page", ready: ".chart canvas" },
  { path: `${PAST}log?branch=main`, name: "log-page", ready: "[data-slider]" },
  { path: `${PAST}landings?branch=main`, name: "landings-page", ready: "table" },
  { path: `${PAST}settings?branch=main`, name: "settings-page", ready: "ul.settings" },
  { path: `${PULL_PATH}/9999?branch=main`, name: "problem-page", ready: "main h1" },
];
const DRAINING: Picture = {
  path: `${QUEUE_PATH}?branch=main`,
  name: "draining-page",
  ready: "[data-state=live]",
};
/** Pictures behind it are of a signed-in person. */
const SIGN_IN = "sign in";
/** Of the run that failed. */
const OUTPUT = [
  "src/money.ts:12 - error TS2345: 'string' is not assignable to 'Cents'.",
  "Found 1 error.",
].join("\n");
const WIDTHS = [
  { width: 1280, height: 900, suffix: "" },
  { width: 360, height: 740, suffix: "-360" },
] as const;
/** These are in the documents; all others are taken only into another folder. */
const SHOWN = new Set([
  ...["queues-page", "queue-page", "pull-request-page", "failed-page", "history-page", "insights-page"],
  ...[
    "log-page",
    "landings-page",
    "settings-page",
    "sign-in-page",
    "queue-page-360",
    "pull-request-page-360",
    "sign-in-page-360",
  ],
]);

const executable = installedChromium();
if (executable === null) throw new Error("no Chromium is installed: name one in MERGE_QUEUE_TEST_CHROMIUM");
await mkdir(IMAGES, { recursive: true });
const served = await servePages(
  { accounts: memoryAccountHost() },
  { mode: "parallel", concurrency: 6, requiredStatuses: CHECKS },
);
const browser = await launchChromium(executable);
try {
  await live(served);
  await createRelease(served);
  for (const { suffix, ...viewport } of WIDTHS) {
    const context = await contextOf(viewport);
    await takeAll(context, suffix, [...SIGNED_OUT, SIGN_IN, ...SIGNED_IN]);
    await context.close();
  }
  await served.world.happens(turned("draining"));
  for (const { suffix, ...viewport } of WIDTHS) {
    const context = await contextOf(viewport);
    await takeAll(context, suffix, [SIGN_IN, DRAINING]);
    await context.close();
  }
} finally {
  await browser.close();
  await served.close();
}

/** Its clock is that of the queues, and some seconds. */
async function contextOf(viewport: {
  readonly width: number;
  readonly height: number;
}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1 });
  await context.clock.install({ time: new Date(served.world.queues.clock + 12_000) });
  return context;
}

/** A second queue, empty, and the output of tests that failed. */
async function createRelease({ world }: ServedPages): Promise<void> {
  Object.assign(world.forge, {
    readTip: async () => Promise.resolve(namedCommit("v1")),
    readOutput: async (_repository: unknown, _run: unknown, wanted: readonly unknown[]) =>
      Promise.resolve(wanted.length === 0 ? null : OUTPUT),
  });
  const created = await world.queues.create({ ...MAIN, targetBranch: "release/1.2" }, {});
  if (created === "noSuchBranch") throw new Error("release/1.2 has no tip");
}

/** The landings of some hours, two pull requests that did not land, and a busy queue. */
async function live({ world }: ServedPages): Promise<void> {
  for (const [index, minutes] of LANDED.entries()) {
    const number = 100 + index;
    if (index % 3 === 0) world.queues.upToDate.add(number);
    await world.happens(pullRequest(number), minutesPassed(minutes), allPassed(String(number)), landed());
    if (index === 8) await world.happens(pullRequest(51), minutesPassed(3), cancelled(51), minutesPassed(4));
    if (index !== 11) continue;
    await world.happens(
      pullRequest(50),
      minutesPassed(5),
      failed("50", "build"),
      minutesPassed(5),
      failed("50", "build"),
    );
  }
  await world.happens(pullRequest(1), minutesPassed(2), pullRequest(2), minutesPassed(1));
  await world.happens(pullRequest(3), pullRequest(4), minutesPassed(1), pullRequest(5), minutesPassed(1));
  await world.happens(pullRequest(6), pullRequest(7));
  await world.happens(
    submitted(8, { facts: { title: "Draft of a new checkout", author: "ada", draft: true } }),
  );
  await world.happens(reported("1", { lint: "success", build: "success", integration: null }));
  await world.happens(reported("1+2", { lint: "success", build: null }), allPassed("4"));
}

function pullRequest(number: number): Happening {
  const [title = `Change ${number}`, author = "mona", names = ["core"]] = TITLES[number] ?? [];
  return submitted(number, { facts: { title, author, isHeadGreen: true }, targets: { kind: "list", names } });
}

function allPassed(run: string): Happening {
  return reported(run, Object.fromEntries(CHECKS.map((name) => [name, "success" as const])));
}

async function takeAll(
  context: BrowserContext,
  suffix: string,
  pictures: readonly (Picture | typeof SIGN_IN)[],
): Promise<void> {
  const page = await context.newPage();
  for (const picture of pictures) {
    if (picture === SIGN_IN) await signIn(page);
    else await take(page, picture, suffix);
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${served.url}/sign-in`);
  await page.fill("[name=token]", TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

async function take(page: Page, { path, name, ready }: Picture, suffix: string): Promise<void> {
  const file = `${name}${suffix}`;
  if (folder === undefined && !SHOWN.has(file)) return;
  await page.goto(`${served.url}${path}`);
  await page.locator(ready).first().waitFor();
  await page.screenshot({ path: join(IMAGES, `${file}.png`), fullPage: true });
  console.log(join(IMAGES, `${file}.png`));
}
