/** The settings of a queue on its page: their values and meanings, and forms that change one each. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { DEFAULT_QUEUE_SETTINGS } from "../../../../src/domain/queue-settings.js";
import { settingsView } from "../../../../src/service/dashboard/reading/settings-view.js";
import { TOKEN } from "../../../support/api-world.js";
import { csrfOf, type PagesWorld, pagesWorld, QUEUE_PATH } from "../../../support/pages-world.js";
import { submitted } from "../../../support/queue-builder.js";

const PAGE = "/github.com/octo/mono/settings?branch=main";
const GITHUB = { name: "github" } as const;
const PLAIN_GIT = { name: "plain-git", hasNoHeadChecks: true } as const;

let world: PagesWorld;
let cookie: string;
let csrf: string;
beforeEach(async () => {
  world = await pagesWorld();
  cookie = await world.signIn();
  csrf = await csrfOf(await world.get("/", { cookie }));
});

async function change(setting: string, value: string): Promise<Response> {
  return world.postForm(`${QUEUE_PATH}/settings?branch=main`, { csrf, setting, value }, { cookie });
}

async function settings() {
  return (await world.queue()).settings;
}

const shown = async () => (await world.get(PAGE, { cookie })).text();

describe("the page of settings", () => {
  it("shows each with its value, and the default of those that differ", async () => {
    const text = await shown();
    expect(text).toContain("1 of ");
    expect(text.replaceAll(/\s+/g, " ")).toMatch(
      /<code>concurrency<\/code>.*?<code>3<\/code><span class="note"> default: 1<\/span>/,
    );
    expect(text).toContain("Concurrent test runs.");
  });

  it("is the reply of the API for programs", async () => {
    const headers = { "x-api-token": TOKEN, accept: "application/json" };
    const answer = await world.get(PAGE.replace("settings?", "settings.json?"), headers);
    expect(await answer.json()).toMatchObject({ state: "RUNNING", branch: "main", concurrency: 3 });
  });

  it("has newer names, and only what the code host has", () => {
    const namesOn = (forge: Parameters<typeof settingsView>[1], more = {}) =>
      settingsView({ ...DEFAULT_QUEUE_SETTINGS, ...more }, forge).map(({ name }) => name);
    const onGitHub = namesOn(GITHUB);
    expect(onGitHub).toEqual(expect.arrayContaining(["testBranchTrigger", "landWithoutRetest", "mode"]));
    expect(onGitHub).not.toEqual(expect.arrayContaining(["createPrsForTestingBranches"]));
    expect(onGitHub).not.toEqual(expect.arrayContaining(["directMergeMode"]));
    expect(namesOn(PLAIN_GIT)).not.toEqual(expect.arrayContaining(["landWithoutRetest"]));
    expect(namesOn(PLAIN_GIT)).not.toEqual(expect.arrayContaining(["commentsEnabled"]));
    expect(namesOn(PLAIN_GIT, { directMergeMode: "always" })).toEqual(
      expect.arrayContaining(["landWithoutRetest"]),
    );
  });
});

describe("a change of a setting", () => {
  it.each([
    ["concurrency", "7", { concurrency: 7 }],
    ["batch", "true", { batch: true }],
    ["mergeMethod", "rebase", { mergeMethod: "rebase" }],
    ["requiredStatuses", "build\r\nlint\r\n", { requiredStatuses: ["build", "lint"] }],
    [
      "batchingRules",
      '[{"targetPattern":"core/*","policy":"isolate"}]',
      { batchingRules: [{ targetPattern: "core/*", policy: "isolate" }] },
    ],
  ])("applies: %s", async (setting, value, expected) => {
    const answer = await change(setting, value);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, PAGE]);
    expect(await settings()).toMatchObject(expected);
  });

  it("empties a list of required checks, and switches the mode", async () => {
    await change("requiredStatuses", "build");
    await change("requiredStatuses", "");
    expect((await settings()).requiredStatuses).toEqual([]);
    await world.happens(submitted(1));
    expect(await shown()).toContain("The queue settles what it is testing first (1 run under way)");
    expect((await change("mode", "parallel")).status).toBe(303);
    expect((await world.queue()).state).toBe("switchingModes");
    const queue = await (await world.get(QUEUE_PATH, { cookie })).text();
    expect(queue).toContain(" to parallel, starts nothing new");
  });

  it.each([
    ["concurrency", "many", 400, /expected a whole number|concurrency/i],
    ["concurrency", "", 400, /concurrency/i],
    ["mergeMethod", "<script>", 400, /mergeMethod/i],
    ["commentsEnabled", "false", 400, /only with GitHub/i],
    ["state", "PAUSED", 400, /no such setting/],
    ["__proto__", "1", 400, /no such setting/],
  ])("that cannot be is refused with the reason: %s=%s", async (setting, value, status, why) => {
    const before = await settings();
    const answer = await change(setting, value);
    const text = await answer.text();
    expect([answer.status, text.includes("<script>alert"), why.test(text)]).toEqual([status, false, true]);
    expect(await settings()).toEqual(before);
  });

  it("is not offered to a token without the scope, and refused", async () => {
    cookie = await world.signIn(await world.token(["read", "submit"]));
    const page = await world.get(PAGE, { cookie });
    csrf = await csrfOf(page.clone());
    const text = await page.text();
    expect([text.includes("concurrency"), text.includes('class="action"')]).toEqual([true, false]);
    expect((await change("concurrency", "9")).status).toBe(403);
    expect((await settings()).concurrency).toBe(3);
  });
});

describe("draining", () => {
  const turn = async (action: string) =>
    world.postForm(`${QUEUE_PATH}/${action}?branch=main`, { csrf }, { cookie });

  it("is offered with its price, admits nothing new, and ends by resuming", async () => {
    await world.happens(submitted(1));
    const page = async () => (await world.get(QUEUE_PATH, { cookie })).text();
    expect(await page()).toContain("Admitted entries are tested and land; 1 entry is in the queue.");
    expect((await turn("drain")).status).toBe(303);
    expect((await world.queue()).state).toBe("draining");
    const draining = await page();
    expect(draining).toContain("admits nothing new");
    expect(draining).toContain("Submitted pull requests are admitted again.");
    expect(draining).not.toContain("/queue/drain?");
    expect((await turn("resume")).status).toBe(303);
    expect((await world.queue()).state).toBe("running");
  });
});
