#!/usr/bin/env node
/**
 * `npm run pictures`: takes the pictures of the queue page and of the pull request page in `docs/images` anew, of a queue
 * in memory. It needs an installed Chromium.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { TOKEN } from "../__tests__/support/api-world.js";
import { installedChromium, launchChromium } from "../__tests__/support/browser.js";
import { PULL_PATH, QUEUE_PATH } from "../__tests__/support/pages-world.js";
import {
  type Happening,
  landed,
  minutesPassed,
  reported,
  submitted,
} from "../__tests__/support/queue-builder.js";
import { servePages } from "../__tests__/support/served-pages.js";

const IMAGES = join(import.meta.dirname, "../docs/images");
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
  };

const executable = installedChromium();
if (executable === null) throw new Error("no Chromium is installed: name one in MERGE_QUEUE_TEST_CHROMIUM");
const served = await servePages({}, { mode: "parallel", concurrency: 6, requiredStatuses: CHECKS });
const browser = await launchChromium(executable);
try {
  const { world } = served;
  for (const [index, minutes] of LANDED.entries()) {
    const number = 100 + index;
    await world.happens(pullRequest(number), minutesPassed(minutes), allPassed(String(number)), landed());
  }
  await world.happens(
    pullRequest(1),
    minutesPassed(2),
    pullRequest(2),
    minutesPassed(1),
    pullRequest(3),
    pullRequest(4),
  );
  await world.happens(minutesPassed(1), pullRequest(5), minutesPassed(1), pullRequest(6), pullRequest(7));
  await world.happens(
    submitted(8, { facts: { title: "Draft of a new checkout", author: "ada", draft: true } }),
  );
  await world.happens(reported("1", { lint: "success", build: "success", integration: null }));
  await world.happens(reported("1+2", { lint: "success", build: null }), allPassed("4"));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 });
  await context.clock.install({ time: new Date(world.queues.clock + 12_000) });
  const page = await context.newPage();
  await page.goto(`${served.url}/sign-in`);
  await page.fill("[name=token]", TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await take(page, `${QUEUE_PATH}?branch=main`, "queue-page.png");
  await take(page, `${PULL_PATH}/2?branch=main`, "pull-request-page.png");
} finally {
  await browser.close();
  await served.close();
}

function pullRequest(number: number): Happening {
  const [title = `Change ${number}`, author = "mona", names = ["core"]] = TITLES[number] ?? [];
  return submitted(number, { facts: { title, author }, targets: { kind: "list", names } });
}

function allPassed(run: string): Happening {
  return reported(run, Object.fromEntries(CHECKS.map((name) => [name, "success" as const])));
}

async function take(page: Page, path: string, name: string): Promise<void> {
  await page.goto(`${served.url}${path}`);
  await page.getByText("live", { exact: false }).first().waitFor();
  await page.screenshot({ path: join(IMAGES, name), fullPage: true });
  console.log(join("docs/images", name));
}
