/**
 * The web pages in a real Chromium: each page and action, live updates, the end of sessions and of the service, hostile
 * text, and whether people can read them. Without an installed Chromium everything here is skipped, loudly.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { SESSION_MS } from "../../src/service/dashboard/session/sessions.js";
import { TOKEN } from "../support/api-world.js";
import {
  accessibilityProblems,
  complaintsOf,
  installedChromium,
  launchChromium,
  widthOf,
} from "../support/browser.js";
import { namedCommit } from "../support/fake-commits.js";
import { PULL_PATH, QUEUE_PATH } from "../support/pages-world.js";
import {
  changed,
  failed,
  landed,
  minutesPassed,
  passed,
  reported,
  submitted,
  touching,
  turned,
} from "../support/queue-builder.js";
import { TOKEN as REAL_TOKEN, RealService } from "../support/real-service.js";
import { type ServedPages, servePages } from "../support/served-pages.js";
import { SignedInService } from "../support/signed-in-service.js";
import { itInCi } from "../support/sized-tests.js";

const executable = installedChromium();
if (executable === null) {
  process.stderr.write(
    "\nNO CHROMIUM IS INSTALLED: the pages are not tested in a browser. Install one, or name it in MERGE_QUEUE_TEST_CHROMIUM.\n\n",
  );
}
const described = executable === null ? describe.skip : describe;

const HOSTILE = `"><script>document.title="owned"</script><img src=x onerror="document.title='owned'">`;
/** Git accepts it as the name of a branch. */
const HOSTILE_BRANCH = `"><script>document.title="owned"</script>`;
const THEMES = ["light", "dark"] as const;
const pathOf = (page: string) => QUEUE_PATH.replace(/queue$/, page);
const HISTORY_PATH = pathOf("history");
const INSIGHTS_PATH = pathOf("insights");
const LOG_PATH = pathOf("log");

let browser: Browser;
beforeAll(async () => {
  if (executable !== null) browser = await launchChromium(executable);
});
afterAll(async () => {
  if (executable !== null) await browser.close();
});

async function signIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.fill("[name=token]", token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

described("pages of a world that stands still", () => {
  let served: ServedPages;
  let context: BrowserContext;
  let page: Page;
  let complaints: readonly string[];
  beforeEach(async () => {
    served = await servePages();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    complaints = complaintsOf(page);
    served.world.forge.tell(1);
    served.world.forge.tell(7);
  });
  afterEach(async () => {
    await context.close();
    await served.close();
  });

  async function open(path: string): Promise<void> {
    await page.goto(`${served.url}${path}`);
  }

  /** What the page shows, without its header. */
  const shown = (text: string) => page.locator("#page").getByText(text).first();

  it("lead from the link in a comment through sign-in to the pull request and back", async () => {
    await served.world.happens(submitted(1), submitted(2));
    await open(`${PULL_PATH}/2?branch=main`);
    await page.fill("[name=token]", TOKEN);
    await page.getByRole("button", { name: "Sign in" }).click();
    await shown("Second in main, being tested. #1 ahead is being tested.").waitFor();
    await page.getByRole("link", { name: "octo/mono › main" }).click();
    await page.getByRole("link", { name: "#2 Change 2" }).waitFor();
    await page.getByRole("link", { name: "Queues" }).click();
    await shown("1 queue, 2 entries").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "#2 Change 2" }).waitFor();
    // The answer to a visitor without a session is a 401, which the browser notes as an error.
    expect(complaints.filter((text) => !text.includes("401"))).toEqual([]);
  });

  itInCi("filter the entries by the address", async () => {
    await served.world.happens(submitted(1), submitted(2, { facts: { author: "hubot" } }));
    await signIn(page, served.url, TOKEN);
    await open(`${QUEUE_PATH}?branch=main`);
    await page.getByLabel("Author").fill("HUB");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL(/author=HUB/);
    expect(await page.locator("td.title").allTextContents()).toEqual(["#2 Change 2"]);
  });

  itInCi(
    "light up what a run is tested on, for the pointer and for the keyboard, and keep names in view",
    async () => {
      await served.world.happens(changed({ mode: "parallel", concurrency: 9 }));
      await served.world.happens(
        ...[submitted(1, touching("web")), submitted(2, touching("docs")), submitted(3, touching("web"))],
        submitted(4, touching("web", "docs")),
      );
      await signIn(page, served.url, TOKEN);
      await page.setViewportSize({ width: 360, height: 740 });
      await open(`${QUEUE_PATH}?branch=main`);
      const lit = () => page.locator(".graph .node.lit .numbers").allTextContents();
      const named = (number: number) => page.locator(`.graph .node[title^="#${number} "]`);
      expect([await lit(), await page.locator(".graph.dimmed").count()]).toEqual([[], 0]);
      await named(3).hover();
      expect([await lit(), await page.locator(".graph.dimmed").count()]).toEqual([["#1", "#3"], 1]);
      await served.world.happens(submitted(5, touching("docs")));
      await named(5).waitFor();
      expect(await lit()).toEqual(["#1", "#3"]);
      await page.locator("h1").hover();
      expect(await page.locator(".graph.dimmed").count()).toBe(0);
      await named(2).focus();
      expect(await lit()).toEqual(["#2"]);
      await page.keyboard.press("Tab");
      expect(await lit()).toEqual(["#1", "#3"]);
      await page.keyboard.press("Tab");
      expect(await lit()).toEqual(["#1", "#2", "#3", "#4"]);
      for (const name of await page.locator(".graph .numbers").all()) {
        const box = await name.boundingBox();
        expect(box?.x).toBeGreaterThan(0);
        expect((box?.x ?? NaN) + (box?.width ?? NaN)).toBeLessThan(220);
      }
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/pull\/4/);
      expect(complaints).toEqual([]);
    },
  );

  it("perform each action, and show what follows", async () => {
    await served.world.happens(submitted(1), submitted(2));
    await signIn(page, served.url, TOKEN);
    await open(`${PULL_PATH}/1?branch=main`);
    const act = async (summary: string, button: string) => {
      await page.locator("summary", { hasText: summary }).first().click();
      await page.getByRole("button", { name: button }).click();
    };
    await page.locator("summary", { hasText: "Retry" }).click();
    await page.getByText("Retry restarts 2 runs.").waitFor();
    await page.getByRole("button", { name: "Retry #1" }).click();
    await page.getByText("Run 2").first().waitFor();
    await page.locator("summary", { hasText: "Priority" }).click();
    await page.getByRole("combobox", { name: "Priority" }).selectOption("high");
    await page.getByRole("button", { name: "Set the priority" }).click();
    await page.getByText("high priority").waitFor();
    await act("Cancel", "Cancel #1");
    await page.getByText("#1 was cancelled through the API.").first().waitFor();
    await act("Submit", "Submit #1 to main");
    await page.getByText("Submission 2").waitFor();
    await open(`${QUEUE_PATH}?branch=main`);
    await page.locator("summary", { hasText: "Pause" }).click();
    await page.getByLabel("Reason").fill("the disk is full");
    await page.getByRole("button", { name: "Pause main" }).click();
    await page.getByText("the disk is full").waitFor();
    await act("Resume", "Resume main");
    await page.getByText("the disk is full").waitFor({ state: "detached" });
    await act("Drain", "Drain main");
    await page.locator("h1", { hasText: "draining" }).waitFor();
    await act("Resume", "Resume main");
    await page.locator("h1", { hasText: "running" }).waitFor();
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("Change concurrency").click();
    await page.getByRole("spinbutton", { name: "New value" }).fill("5");
    await page.getByRole("button", { name: "Set concurrency" }).click();
    await page.locator("li", { hasText: "Concurrent test runs." }).getByText("5", { exact: true }).waitFor();
    await open(`${QUEUE_PATH}?branch=main`);
    await page.locator("summary", { hasText: "Submit" }).click();
    await page.getByLabel("Pull request").fill("7");
    await page.getByRole("button", { name: "Submit to main" }).click();
    await page.waitForURL(/\/pull\/7/);
    expect(complaints).toEqual([]);
  });

  itInCi("update without a reload, and keep what is open and typed", async () => {
    await served.world.happens(submitted(1));
    await signIn(page, served.url, TOKEN);
    await open(`${QUEUE_PATH}?branch=main`);
    await page.getByText("● live").waitFor();
    await page.evaluate("window.isSamePage = true");
    await page.locator("summary", { hasText: "Pause" }).click();
    await page.getByLabel("Reason").fill("half a sen");
    await served.world.happens(submitted(2));
    await page.getByRole("link", { name: "#2 Change 2" }).waitFor();
    await served.world.happens(turned("paused"));
    await page.getByText("nothing starts or lands until the queue is resumed").waitFor();
    await served.world.happens(turned("running"), submitted(3));
    await page.getByRole("link", { name: "#3 Change 3" }).waitFor();
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    expect(complaints).toEqual([]);
  });

  itInCi("show new landings without a reload on the pages that are asked for again", async () => {
    await served.world.happens(submitted(1));
    await signIn(page, served.url, TOKEN);
    const history = await context.newPage();
    await history.goto(`${served.url}${HISTORY_PATH}?branch=main`);
    await open("/");
    await page.getByText("● live").waitFor();
    await page.evaluate("window.isSamePage = true");
    await history.getByLabel("Author").fill("half a na");
    await served.world.happens(passed("1"), landed());
    await shown("1 queue, 0 entries, 1 landed in 24 h").waitFor();
    await history.getByRole("link", { name: /#1\s+Change 1/ }).waitFor();
    expect(await history.getByLabel("Author").inputValue()).toBe("half a na");
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    await page.getByText("● live").waitFor();
    served.world.queues.clock += SESSION_MS;
    await page.locator("form.sign-in").waitFor();
    expect(complaints.filter((text) => !text.includes("401"))).toEqual([]);
  });

  itInCi("show in two windows what a person does in one of them, and what another person does", async () => {
    await served.world.happens(submitted(1));
    await signIn(page, served.url, TOKEN);
    const other = await context.newPage();
    const colleague = await (await browser.newContext()).newPage();
    await signIn(colleague, served.url, await served.world.token(["read", "submit"]));
    for (const window of [page, other, colleague]) {
      await window.goto(`${served.url}${QUEUE_PATH}?branch=main`);
      await window.getByText("● live").waitFor();
    }
    await page.locator("summary", { hasText: "Pause" }).click();
    await page.getByLabel("Reason").fill("the disk is full");
    await page.getByRole("button", { name: "Pause main" }).click();
    for (const window of [page, other, colleague]) await window.getByText("the disk is full").waitFor();
    // The form that the second window shows is of the same session.
    await other.locator("summary", { hasText: "Resume" }).click();
    await other.getByRole("button", { name: "Resume main" }).click();
    await colleague.getByText("the disk is full").waitFor({ state: "detached" });
    expect(await colleague.locator("summary").allTextContents()).toEqual(["Submit"]);
    // A sign-out in one window ends the session of the other, and of no other person.
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.locator("form.sign-in").waitFor();
    await other.reload();
    await other.locator("form.sign-in").waitFor();
    await colleague.reload();
    await colleague.getByText("● live").waitFor();
    await colleague.context().close();
    expect(complaints.filter((text) => !text.includes("401"))).toEqual([]);
  });

  itInCi("follow a pull request to its end", async () => {
    await served.world.happens(submitted(1));
    await signIn(page, served.url, TOKEN);
    await open(`${PULL_PATH}/1?branch=main`);
    await page.getByText("● live").waitFor();
    await served.world.happens(failed("1"), failed("1"));
    await page.getByText("Push a fix, then submit it again.").waitFor();
    expect(complaints).toEqual([]);
  });

  itInCi("ask to sign in again when the session has ended", async () => {
    await served.world.happens(submitted(1));
    await signIn(page, served.url, TOKEN);
    await open(`${QUEUE_PATH}?branch=main`);
    await page.getByText("● live").waitFor();
    served.world.queues.clock += SESSION_MS;
    await served.world.happens(submitted(2));
    await page.getByText("Your session has ended. Sign in again to go on.").waitFor();
    await page.fill("[name=token]", TOKEN);
    await page.locator("#page").getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "#2 Change 2" }).waitFor();
  });

  itInCi("offer nothing that the token does not permit", async () => {
    await served.world.happens(submitted(1));
    await signIn(page, served.url, await served.world.token(["read"]));
    await open(`${PULL_PATH}/1?branch=main`);
    await page.getByRole("heading", { name: "#1 Change 1" }).waitFor();
    expect(await page.locator("summary").allTextContents()).toHaveLength(1);
  });

  it("show hostile text as text", async () => {
    const facts = { title: HOSTILE, author: HOSTILE };
    await served.world.happens(
      submitted(1, { facts }),
      submitted(2, { facts, targets: { kind: "list", names: [HOSTILE] } }),
    );
    await signIn(page, served.url, TOKEN);
    await served.world.happens(reported("1", { [HOSTILE]: "failure", tests: "success" }), landed());
    const hostile = encodeURIComponent(HOSTILE);
    Object.assign(served.world.forge, { readTip: async () => Promise.resolve(namedCommit("v1")) });
    const repository = { host: "github.com", owner: "octo", name: "mono" };
    const created = await served.world.queues.create({ repository, targetBranch: HOSTILE_BRANCH }, {});
    expect(created).not.toBe("noSuchBranch");
    const ofBranch = ["queue", "history", "insights", "landings", "settings"].map(
      (view) => `${pathOf(view)}?branch=${encodeURIComponent(HOSTILE_BRANCH)}`,
    );
    const past = [
      "/",
      ...ofBranch,
      `${HISTORY_PATH}?author=${hostile}`,
      HISTORY_PATH,
      INSIGHTS_PATH,
      `${LOG_PATH}?at=7`,
    ];
    for (const path of [QUEUE_PATH, `${PULL_PATH}/2`, `${QUEUE_PATH}?lane=${hostile}`, ...past]) {
      await open(path);
      expect([path, await page.title(), await page.locator("#page img, #page script").count()]).toEqual([
        path,
        expect.not.stringMatching(/^owned$/),
        0,
      ]);
    }
    expect(complaints).toEqual([]);
  });

  itInCi("draw figures, and travel in time by keys and slider", async () => {
    for (const number of [1, 2]) {
      await served.world.happens(submitted(number), minutesPassed(5), passed(`${number}`), landed());
    }
    await signIn(page, served.url, TOKEN);
    await open(`${INSIGHTS_PATH}?branch=main`);
    await page.locator(".chart canvas").nth(2).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    // Both keys come before the browser draws the page without the dialog, in which the focus was.
    await page.evaluate(`{
      const dialog = document.querySelector("dialog[open]");
      const focused = document.activeElement;
      dialog.close();
      for (const key of ["g", "h"]) focused.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }`);
    await page.waitForURL(/\/history\?/);
    await page.keyboard.press("?");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("j");
    expect(await page.evaluate("document.activeElement.textContent.trim()")).toMatch(/^#2\s+Change 2$/);
    await page.keyboard.press("/");
    expect(await page.evaluate("document.activeElement.name")).toBe("author");
    await page.getByRole("link", { name: "decision about #1" }).click();
    await shown("The test run of #1 landed").waitFor();
    await page.keyboard.press("k");
    await shown("CI reported on the test run of #1: tests success").waitFor();
    await page.locator("[data-slider]").focus();
    await page.keyboard.press("Home");
    await page.waitForURL(/at=1$/);
    await shown("#1 was submitted").waitFor();
    expect(complaints).toEqual([]);
  });

  itInCi("run no script and load no style that is not theirs", async () => {
    await signIn(page, served.url, TOKEN);
    await open(QUEUE_PATH);
    await page.evaluate(`
      const script = document.createElement("script");
      script.textContent = "window.isInjected = true";
      document.body.append(script);
      const handler = document.createElement("img");
      handler.setAttribute("onerror", "window.isInjected = true");
      handler.src = "data:,";
      document.body.append(handler);
      document.body.setAttribute("style", "display: none");
      document.body.append(Object.assign(document.createElement("img"), { src: "https://evil.example/x.png" }));
    `);
    await page.waitForTimeout(200);
    expect(await page.evaluate("window.isInjected ?? false")).toBe(false);
    expect(await page.locator("body").isVisible()).toBe(true);
    expect(complaints.filter((text) => text.includes("Content Security Policy")).length).toBeGreaterThan(2);
  });

  it("are changed by no form of another site", async () => {
    await served.world.happens(submitted(1));
    await signIn(page, served.url, TOKEN);
    // The same address under another name is another site to the browser.
    const other = served.url.replace("127.0.0.1", "localhost");
    await page.route(`${other}/attack`, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${served.url}${PULL_PATH}/1/cancel?branch=main"><button>Win</button></form>`,
      }),
    );
    await page.goto(`${other}/attack`);
    await page.getByRole("button", { name: "Win" }).click();
    await page.getByText("The form was not posted by a page of this service.").waitFor();
    expect((await served.world.queue()).entries).toHaveLength(1);
  });

  itInCi("show a thousand entries, and update them", async () => {
    for (let number = 1; number <= 1000; number += 1) {
      await served.world.happens(
        submitted(number, { targets: { kind: "list", names: [`part ${number % 40}`] } }),
      );
    }
    await signIn(page, served.url, TOKEN);
    await open(`${QUEUE_PATH}?branch=main`);
    await page.getByText("● live").waitFor();
    expect(await page.locator("td.title").count()).toBe(1000);
    await served.world.happens(turned("paused"));
    await page.locator(".banner").waitFor();
    expect(complaints).toEqual([]);
  });

  itInCi.each(THEMES)(
    "are accessible, and 360 pixels wide without scrolling, in the %s theme",
    async (colorScheme) => {
      await served.world.happens(
        submitted(1, { facts: { title: "x".repeat(300), author: "y".repeat(100) } }),
        submitted(2, { targets: { kind: "list", names: ["z".repeat(300)] } }),
        submitted(3, { facts: { draft: true } }),
        passed("1"),
        turned("paused"),
      );
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 800 });
      await signIn(page, served.url, TOKEN);
      for (const path of [
        "/",
        QUEUE_PATH,
        ...[
          HISTORY_PATH,
          INSIGHTS_PATH,
          pathOf("landings"),
          pathOf("settings"),
          LOG_PATH,
          `${LOG_PATH}?at=0`,
        ],
        `${PULL_PATH}/1`,
        `${PULL_PATH}/2`,
        `${PULL_PATH}/99`,
        "/sign-in",
      ]) {
        await open(path);
        expect([path, await widthOf(page), await accessibilityProblems(page)]).toEqual([path, 360, []]);
      }
    },
  );

  itInCi("are accessible with all that they can show, on a wide dark screen", async () => {
    const { world } = served;
    Object.assign(world.forge, {
      readOutput: async () => Promise.resolve("✗ rounds half even\n  expected 2"),
    });
    await world.happens(
      ...[submitted(1), minutesPassed(5), passed("1"), landed()],
      ...[submitted(2), minutesPassed(3), failed("2"), failed("2")],
      ...[
        changed({ mode: "parallel", concurrency: 9 }),
        submitted(3, touching("web")),
        submitted(4, touching("web")),
      ],
      ...[minutesPassed(50), minutesPassed(50)],
    );
    await page.emulateMedia({ colorScheme: "dark" });
    await signIn(page, served.url, TOKEN);
    const openForms = async () => {
      await page.evaluate("for (const closed of document.querySelectorAll('details')) closed.open = true");
    };
    const openKeys = async () => page.getByRole("button", { name: "Keys" }).click();
    const views: readonly (readonly [path: string, there: string, prepare: () => Promise<void>])[] = [
      [`${PULL_PATH}/2`, "rounds half even", openForms],
      [`${PULL_PATH}/1`, "Proof of the landing", openForms],
      [`${PULL_PATH}/4`, "Waits for", openForms],
      [QUEUE_PATH, "Standing still", openForms],
      [QUEUE_PATH, "Runs", openKeys],
      [INSIGHTS_PATH, "Flakiest checks", openForms],
      [HISTORY_PATH, "#2 Change 2", openForms],
      [pathOf("landings"), "#1", openForms],
      [pathOf("settings"), "Change concurrency", openForms],
      [`${LOG_PATH}?at=6`, "Decision 6", openForms],
      ["/", "1 queue, 2 entries", openForms],
    ];
    for (const [path, there, prepare] of views) {
      await open(path);
      await shown(there).waitFor({ state: "attached" });
      expect([path, await accessibilityProblems(page, prepare), await widthOf(page)]).toEqual([
        path,
        [],
        1280,
      ]);
    }
  });

  itInCi("can be read, filtered and acted on without JavaScript", async () => {
    await served.world.happens(submitted(1), submitted(2, { facts: { author: "hubot" } }));
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await signIn(plain, served.url, TOKEN);
    await plain.goto(`${served.url}/`);
    await plain.getByRole("link", { name: "octo/mono › main", exact: true }).click();
    expect(await plain.locator("td.title").allTextContents()).toEqual(["#1 Change 1", "#2 Change 2"]);
    expect(await plain.locator(".graph .node").count()).toBe(2);
    await plain.getByText(/^as of \d\d:\d\d UTC$/).waitFor();
    await plain.getByLabel("Author").fill("hub");
    await plain.getByRole("button", { name: "Filter" }).click();
    expect(await plain.locator("td.title").allTextContents()).toEqual(["#2 Change 2"]);
    await plain.getByRole("link", { name: "#2 Change 2" }).click();
    await plain.locator("summary", { hasText: "Cancel" }).click();
    await plain.getByRole("button", { name: "Cancel #2" }).click();
    await plain.getByText("#2 was cancelled through the API.").first().waitFor();
    expect((await served.world.queue()).entries.map(({ facts }) => facts.number)).toEqual([1]);
    await plain.context().close();
  });
});

described("pages of a running service", () => {
  let service: RealService;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    service = await RealService.start();
  });
  afterAll(async () => service.stop());
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    await signIn(page, new URL(service.apiUrl).origin, REAL_TOKEN);
  });
  afterEach(async () => context.close());

  function pageOf({
    number,
    targetBranch,
  }: {
    readonly number: number;
    readonly targetBranch: string;
  }): string {
    const path = `/github.com/acme/shop/pull/${number}?branch=${encodeURIComponent(targetBranch)}`;
    return `${new URL(service.apiUrl).origin}${path}`;
  }

  itInCi("show a landing with its proof, without a reload", async () => {
    const pullRequest = await service.newPullRequestUnderTest(await service.newQueue());
    await page.goto(pageOf(pullRequest));
    await page.getByText("● live").waitFor();
    await service.decide(pullRequest, "pass");
    await page.getByText("The commit that was tested is the commit that landed.").waitFor();
    const landed = await page.locator(".proof code").first().textContent();
    expect(landed).toBe(await service.repository.ref(`refs/heads/${pullRequest.targetBranch}`));
    await page.getByRole("link", { name: "Whole output of run 1" }).click();
    await page.getByText("[merge queue] ended with exit code 0").waitFor();
    expect(await page.evaluate("document.contentType")).toBe("text/plain");
  });

  itInCi("say when the service is gone, and go on when it is back", async () => {
    const pullRequest = await service.newPullRequestUnderTest(await service.newQueue());
    await page.goto(pageOf(pullRequest));
    await page.getByText("● live").waitFor();
    const isStale = page.getByText(/last update \d+s ago; reconnecting/).waitFor();
    await service.crash();
    await isStale;
    await page.getByText("● live").waitFor();
    await service.decide(pullRequest, "pass");
    await page.getByText("Nothing is left to do.").waitFor();
  });
});

described("pages on which people sign in with GitHub", () => {
  const QUEUE_ON_GITHUB = "/github.com/acme/shop/queue?branch=main";
  let service: SignedInService;
  let context: BrowserContext;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    service = await SignedInService.start();
  });
  afterAll(async () => service.close());
  beforeEach(async () => {
    const { github } = service.on;
    Object.assign(github.world.signIns, { person: "mona", allows: true });
    github.setPermission("mona", "write");
    context = await browser.newContext();
    page = await context.newPage();
    complaints = complaintsOf(page);
  });
  afterEach(async () => context.close());

  const byGitHub = () => page.getByRole("link", { name: "Sign in with GitHub" });

  it("lead to GitHub and back to the page, and admit no one without a role", async () => {
    await page.goto(service.url + QUEUE_ON_GITHUB);
    await byGitHub().click();
    await page.locator(".who", { hasText: "mona" }).waitFor();
    expect(page.url()).toBe(service.url + QUEUE_ON_GITHUB);
    expect(await page.locator("summary").allTextContents()).toEqual(["Submit"]);
    expect(await page.evaluate<string>("document.cookie")).toBe("");
    await page.getByRole("button", { name: "Sign out" }).click();
    service.on.github.world.signIns.person = "hubot";
    await page.goto(service.url + QUEUE_ON_GITHUB);
    await byGitHub().click();
    await page.getByText("GitHub did not confirm that hubot may read it.").waitFor();
    expect(complaints.filter((text) => !/40[14]/.test(text))).toEqual([]);
  });

  itInCi("state that the person did not allow it, or began elsewhere", async () => {
    service.on.github.world.signIns.allows = false;
    await page.goto(service.url + QUEUE_ON_GITHUB);
    await byGitHub().click();
    await page.getByText("You did not allow the sign-in on GitHub.").waitFor();
    service.on.github.world.signIns.allows = true;
    // As by a link that another person made.
    const begun = await service.get("/sign-in/github");
    await page.goto(begun.headers.get("location") ?? "");
    await page.getByText("This sign-in was begun in another browser").waitFor();
    await byGitHub().click();
    await page.locator(".who", { hasText: "mona" }).waitFor();
  });

  itInCi("take the page away with the role, while it is open", async () => {
    await page.goto(service.url + QUEUE_ON_GITHUB);
    await byGitHub().click();
    await page.locator("summary", { hasText: "Submit" }).click();
    await page.getByLabel("Pull request").fill("7");
    service.on.github.setPermission("mona", "none");
    await page.getByRole("button", { name: "Submit to main" }).click();
    await page.getByText("GitHub did not confirm that mona may read it.").waitFor();
  });

  itInCi.each(THEMES)("can be read on a telephone in %s", async (colorScheme) => {
    await page.setViewportSize({ width: 360, height: 700 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.url}/sign-in`);
    expect([await accessibilityProblems(page), await widthOf(page)]).toEqual([[], 360]);
  });
});

describe("a service with an open event stream", () => {
  it("stops without waiting for the client", async () => {
    const service = await RealService.start();
    const targetBranch = encodeURIComponent(await service.newQueue());
    const query = `repoHost=github.com&repo=acme/shop&targetBranch=${targetBranch}`;
    const answer = await fetch(`${service.apiUrl}/events?${query}`, {
      headers: { "x-api-token": REAL_TOKEN },
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    const startedAt = performance.now();
    await service.stop();
    // Connections that are still open are closed after ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(9000);
    expect((await reader?.read())?.done).toBe(true);
  });
});
