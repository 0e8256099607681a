/**
 * An open queue page in a real Chromium: after every change it shows what a page shows that is opened then, and keeps what
 * a person does on it. Without an installed Chromium everything here is skipped.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { targetList } from "../../src/domain/impacted-targets.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { TOKEN } from "../support/api-world.js";
import { complaintsOf, installedChromium, launchChromium } from "../support/browser.js";
import { QUEUE_PATH } from "../support/pages-world.js";
import {
  cancelled,
  type Happening,
  happening,
  landed,
  minutesPassed,
  submitted,
  touching,
  turned,
} from "../support/queue-builder.js";
import { type Chance, seededChance } from "../support/seeded-chance.js";
import { type ServedPages, servePages } from "../support/served-pages.js";
import { itInCi } from "../support/sized-tests.js";
import { countOf } from "../support/test-size.js";

const executable = installedChromium();
const described = executable === null ? describe.skip : describe;

let browser: Browser;
beforeAll(async () => {
  if (executable !== null) browser = await launchChromium(executable);
});
afterAll(async () => {
  if (executable !== null) await browser.close();
});

const CHANGES = countOf("LIVE_PAGE_CHANGES", { reduced: 12, share: 60, full: 2000 });
const PARTS = ["web", "docs", "core", "app", "api"];
const HOSTILE = `<img src=x onerror="document.title='owned'">`;

/** Something that can happen now. */
function anyChange(queue: Queue, chance: Chance, number: number): Happening {
  const { entries, runs, landing } = queue;
  const any = <Item>(items: readonly Item[]) => items[chance.whole(0, items.length - 1)];
  const [entry, run] = [any(entries), any(runs.filter(({ progress }) => progress.kind === "running"))];
  if (landing?.commit != null && chance.next() < 0.7) return landed();
  const what = entries.length < 4 ? 0 : chance.next();
  if (what > 0.96) return turned(queue.state === "paused" ? "running" : "paused");
  if (what > 0.92) return minutesPassed(3);
  if (what > 0.8 && entry !== undefined) return cancelled(entry.facts.number);
  if (what > 0.4 && run !== undefined) {
    const conclusion = chance.next() < 0.75 ? "success" : "failure";
    const checks = [
      { name: "tests", url: "https://ci.example/1", status: "completed" as const, conclusion } as const,
    ];
    return happening(({ now }) => ({ kind: "checksReported", at: now, run: run.id, checks }));
  }
  return submitted(number, {
    facts: {
      author: any(["mona", "hubot", HOSTILE]) ?? "",
      title: `Change ${HOSTILE}`,
      draft: chance.next() < 0.1,
    },
    priority: any([10, 100, 100, 200]) ?? 100,
    targets: targetList(PARTS.filter(() => chance.next() < 0.25)),
  });
}

/** The contents of a page, without the times that pass and what scripts note. */
const CONTENTS = `(document) => {
  const page = document.getElementById("page").cloneNode(true);
  for (const time of page.querySelectorAll("time")) {
    time.removeAttribute("title");
    time.textContent = "";
  }
  for (const element of page.querySelectorAll("*")) {
    for (const name of ["data-htmx-powered", "class"]) if (element.getAttribute(name) === "") element.removeAttribute(name);
    for (const name of ["data-htmx-powered", "open"]) element.removeAttribute(name);
  }
  return page.innerHTML.replace(/>\\s+</g, "><");
}`;
const SHOWN = `(${CONTENTS})(document)`;
const OPENED_NOW = `fetch(location.href).then((answer) => answer.text())
  .then((text) => (${CONTENTS})(new DOMParser().parseFromString(text, "text/html")))`;

described("an open queue page", () => {
  let served: ServedPages;
  let context: BrowserContext;
  let page: Page;
  let complaints: readonly string[];
  beforeEach(async () => {
    // The watch reads the queue 25 times as often.
    const after = (delayMs: number, callback: () => void) => {
      const timer = setTimeout(callback, delayMs / 25);
      return () => clearTimeout(timer);
    };
    const clock = { after, monotonic: () => performance.now() };
    served = await servePages({ clock }, { mode: "parallel", concurrency: 4 });
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    complaints = complaintsOf(page);
    await page.goto(`${served.url}/sign-in`);
    await page.fill("[name=token]", TOKEN);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
  });
  afterEach(async () => {
    await context.close();
    await served.close();
  });

  async function open(query = ""): Promise<void> {
    await page.goto(`${served.url}${QUEUE_PATH}?branch=main${query}`);
    await page.getByText("● live").waitFor();
    await page.evaluate("window.isSamePage = true");
  }

  /** Waits until the page shows what a page shows that is opened now. */
  async function expectCurrent(): Promise<void> {
    const expected = await page.evaluate<string>(OPENED_NOW);
    const until = performance.now() + 10_000;
    while ((await page.evaluate<string>(SHOWN)) !== expected && performance.now() < until)
      await page.waitForTimeout(10);
    expect(await page.evaluate<string>(SHOWN)).toBe(expected);
  }

  it("shows after any change what a page shows that is opened then", async () => {
    const chance = seededChance(7);
    await open();
    for (let change = 1; change <= CHANGES; change += 1) {
      await served.world.happens(anyChange(await served.world.queue(), chance, change));
      await expectCurrent();
    }
    expect([complaints, await page.evaluate("window.isSamePage"), await page.title()]).toEqual([
      ...[[], true],
      "octo/mono › main · queue",
    ]);
  });

  it("keeps focus and forms, and acts from them", async () => {
    const web = touching("web");
    await served.world.happens(submitted(1, web), submitted(2, web));
    await open();
    await page.locator("summary", { hasText: "Pause" }).click();
    await page.getByLabel("Reason").fill("half a sen");
    await page.getByRole("link", { name: "#2 Change 2" }).focus();
    await served.world.happens(submitted(3, { ...web, priority: 10 }), cancelled(1), turned("draining"));
    await page.getByRole("link", { name: "#3 Change 3" }).waitFor();
    await expectCurrent();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("#2");
    expect(await page.getByLabel("Reason").inputValue()).toBe("half a sen");
    expect(await page.locator("details[open] summary").allTextContents()).toEqual(["Pause"]);
    await page.getByLabel("Reason").fill("a whole sentence");
    await page.getByRole("button", { name: "Pause main" }).click();
    await page.getByText("a whole sentence").waitFor();
    expect(complaints).toEqual([]);
  });

  itInCi("catches up after the stream was cut, and after the service forgot what it shows", async () => {
    await served.world.happens(submitted(1));
    await open();
    for (const forgets of [false, true]) {
      await page.route(/\/queue\/live\?/, (route) => route.abort());
      served.world.streams.close();
      await page.getByText(/reconnecting/).waitFor();
      for (let number = 2; number <= (forgets ? 90 : 3); number += 1) {
        await served.world.happens(submitted(forgets ? number + 100 : number));
        // Other pages of the queue, whose states the service keeps as well.
        if (forgets) await served.world.get(`${QUEUE_PATH}?author=${number}`, { cookie: await cookie() });
      }
      await page.unrouteAll();
      await page.getByText("● live").waitFor();
      await expectCurrent();
    }
    expect(await page.evaluate("window.isSamePage")).toBe(true);
  });

  itInCi("becomes live whichever of its scripts is slow", async () => {
    await open();
    const scripts = await page.evaluate<string[]>("[...document.scripts].map(({ src }) => src)");
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) {
      await page.route(script, async (route) => {
        await page.waitForTimeout(300);
        await route.continue();
      });
      await open();
      await page.unroute(script);
    }
  });

  itInCi.each(["refused", "lost"])("begins a stream whose first request was %s", async (answers) => {
    await page.route("**/queue/live?*", async (route) =>
      answers === "lost"
        ? route.abort()
        : route.fulfill({ status: 503, contentType: "application/json", body: '{"error":{}}' }),
    );
    await page.goto(`${served.url}${QUEUE_PATH}?branch=main`);
    await page.getByText(/^last update .*; reconnecting$/).waitFor();
    await page.unroute("**/queue/live?*");
    await page.getByText("● live").waitFor();
    await served.world.happens(submitted(1));
    await expectCurrent();
  });

  itInCi("loads again after a person signed out and in again elsewhere", async () => {
    await open();
    const other = await context.newPage();
    await other.goto(`${served.url}/`);
    await other.getByRole("button", { name: "Sign out" }).click();
    await other.goto(`${served.url}/sign-in`);
    await other.fill("[name=token]", TOKEN);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByRole("button", { name: "Sign out" }).waitFor();
    const loads = page.waitForEvent("load");
    served.world.streams.close();
    await loads;
    await page.locator("summary", { hasText: "Pause" }).click();
    await page.getByLabel("Reason").fill("disk");
    await page.getByRole("button", { name: "Pause main" }).click();
    await page.getByText("disk").waitFor();
  });

  itInCi("loads again when it shows something else", async () => {
    await served.world.happens(submitted(1));
    await open();
    await page.evaluate(`document.querySelector("table.entries").remove()`);
    await served.world.happens(submitted(2));
    await page.getByRole("link", { name: "#2 Change 2" }).waitFor();
    expect(await page.evaluate("window.isSamePage ?? false")).toBe(false);
  });

  itInCi("shows that the queue is gone", async () => {
    await open();
    await served.world.queues.delete({
      repository: { host: "github.com", owner: "octo", name: "mono" },
      targetBranch: "main",
    });
    await page.getByRole("heading", { name: "No such queue" }).waitFor();
    expect(complaints.every((text) => text.includes("404"))).toBe(true);
  });

  async function cookie(): Promise<string> {
    const cookies = await context.cookies();
    return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  }
});
