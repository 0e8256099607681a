/** The page of a pull request and its JSON, in each state. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import { targetList } from "../../../../src/domain/impacted-targets.js";
import { isRecord } from "../../../../src/domain/is-record.js";
import { ON_MAIN } from "../../../support/api-world.js";
import { headOf } from "../../../support/fake-commits.js";
import { type PagesWorld, PULL_PATH, pagesWorld } from "../../../support/pages-world.js";
import {
  cancelled,
  failed,
  landed,
  minutesPassed,
  passed,
  reported,
  runNamed,
  submitted,
  targetsSet,
  touching,
  turned,
  unbuilt,
} from "../../../support/queue-builder.js";

/** The text of a page, without its markup. */
async function textOf(world: PagesWorld, number: number): Promise<string> {
  const answer = await world.get(`${PULL_PATH}/${number}?branch=main`, { cookie: await world.signIn() });
  const main = /<main[\s\S]*<\/main>/.exec(await answer.text())?.[0] ?? "";
  return main.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
}

async function jsonOf(world: PagesWorld, number: number): Promise<Readonly<Record<string, unknown>>> {
  const answer = await world.get(`${PULL_PATH}/${number}`, {
    cookie: await world.signIn(),
    accept: "application/json",
  });
  const body: unknown = await answer.json();
  return isRecord(body) ? body : {};
}

describe("the sentence", () => {
  it("names the place and what is ahead of an entry under test", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), submitted(2), submitted(3));
    expect(await jsonOf(world, 3)).toMatchObject({
      state: "TESTING",
      sentence: "Third in `main`, being tested. #1 and #2 ahead are being tested. You need not do anything.",
      position: 3,
      ahead: [1, 2],
    });
  });

  it("reports that the queue is paused", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), turned("paused"));
    expect(await jsonOf(world, 1)).toMatchObject({
      sentence:
        "First in `main`, but the queue is paused: nothing starts or lands until it is resumed. " +
        "Its running tests finish. You need not do anything.",
    });
  });

  it("gives the reason of an entry that left", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), cancelled(1));
    expect(await jsonOf(world, 1)).toMatchObject({
      state: "CANCELLED",
      sentence: "#1 was cancelled.",
      nextStep: "Submit it again when it shall land.",
      verdict: "WITHDRAWN",
      position: null,
      waitsFor: [],
    });
  });

  it("of a proven failure asks for a fix", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), failed("1"), failed("1"));
    expect(await jsonOf(world, 1)).toMatchObject({
      state: "FAILED",
      nextStep: "Push a fix, then submit it again.",
      verdict: "YOURS",
    });
  });

  it("does not blame an entry while another may be the cause", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), submitted(2), failed("1+2"));
    expect(await jsonOf(world, 2)).toMatchObject({
      state: "PENDING_FAILURE",
      sentence:
        "Second in `main`: it failed `tests` on top of #1. #1 may be the cause, so this waits until it has landed or left. " +
        "You need not do anything.",
    });
  });
});

describe("what it waits for", () => {
  it("lists each condition of an entry that is not ready", async () => {
    const world = await pagesWorld({}, { mode: "parallel" });
    const unmetRules = [{ rule: "pullRequest", words: "1 of 2 approvals" }] as const;
    const facts = { draft: true, baseBranch: "next", mergeability: "not_mergeable", unmetRules } as const;
    await world.happens(submitted(1, { facts }));
    expect((await jsonOf(world, 1))["waitsFor"]).toEqual([
      { state: "unmet", words: "a pull request that is no draft" },
      { state: "unmet", words: "the base branch main: it is next" },
      { state: "unmet", words: "a pull request without conflict: rebase it" },
      { state: "unmet", words: "1 of 2 approvals" },
      { state: "open", words: "impacted targets of its head commit: a workflow uploads them" },
    ]);
  });

  it("counts the required checks", async () => {
    const world = await pagesWorld({}, { requiredStatuses: ["lint", "build", "tests"] });
    await world.happens(submitted(1), reported("1", { lint: "success", build: null, other: "success" }));
    expect((await jsonOf(world, 1))["waitsFor"]).toEqual([
      { state: "met", words: "no conflict with the branch" },
      { state: "open", words: "required checks (1 of 3)" },
    ]);
  });

  it("names a free slot, and the test branch while it is built", async () => {
    const world = await pagesWorld({}, { concurrency: 1 });
    await world.happens(unbuilt(submitted(1)), unbuilt(submitted(2)));
    expect((await jsonOf(world, 2))["waitsFor"]).toContainEqual({ state: "open", words: "a free test slot" });
  });
});

describe("test runs", () => {
  it("are shown with their checks, what they were tested on, and their result", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), submitted(2), minutesPassed(6), failed("1+2", "tests"));
    const run = runNamed(await world.queue(), "1+2");
    expect((await jsonOf(world, 2))["testRuns"]).toMatchObject([
      {
        testRunId: run.id,
        state: "failed",
        result: "tests failed",
        testedPullRequests: [2],
        dependentPrs: [1],
        testBranchSha: run.commits.at(-1),
        checks: [{ name: "tests", conclusion: "failure" }],
      },
    ]);
    expect(await textOf(world, 2)).toContain("✗ failed Run 1 · #2 on main + #1 · 6m");
  });

  it("that ended are kept, newest first, with their duration", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), minutesPassed(3), failed("1"), minutesPassed(2), passed("1"), landed());
    expect(await textOf(world, 1)).toMatch(
      /passed Run 2 · #1 on main · 2m .*failed Run 1 · #1 on main · 3m /,
    );
  });

  it("show how long each check took, or runs", async () => {
    const world = await pagesWorld({}, { requiredStatuses: ["lint", "build", "docs"] });
    await world.happens(submitted(1), minutesPassed(6));
    const { id: run } = runNamed(await world.queue(), "1");
    const at = world.queues.clock;
    const done = { url: "", status: "completed", startedAt: at - 300_000 } as const;
    const checks = [
      { ...done, name: "lint", conclusion: "success", endedAt: at - 238_000 },
      { ...done, name: "docs", conclusion: "skipped", endedAt: at - 300_000 },
      { name: "build", url: "", status: "in_progress", conclusion: null, startedAt: at - 60_000 },
    ] as const;
    await world.happens({ holdsBuilds: false, events: () => [{ kind: "checksReported", at, run, checks }] });
    expect(await textOf(world, 1)).toMatch(/passed lint 1m2s .*skipped docs .*running build 1m /);
    expect((await jsonOf(world, 1))["testRuns"]).toMatchObject([
      { checks: [{ name: "lint", startedAt: expect.any(String), endedAt: expect.any(String) }, {}, {}] },
    ]);
  });

  it("link to a web address only", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const run = runNamed(await world.queue(), "1");
    const urls = [
      "javascript:alert(1)",
      "data:text/html,x",
      "file://host/output.log",
      "https://ci.example/1",
    ];
    const checks = urls.map((url, index) => ({
      ...{ name: `check ${index}`, url },
      ...({ status: "in_progress", conclusion: null } as const),
    }));
    await world.happens({
      holdsBuilds: false,
      events: (queue) => [{ kind: "checksReported", at: queue.now, run: run.id, checks }],
    });
    const page = await (await world.get(`${PULL_PATH}/1`, { cookie: await world.signIn() })).text();
    expect([...page.matchAll(/href="(javascript|data|file|https):/g)].map(([, scheme]) => scheme)).toEqual([
      "https",
      "https",
    ]);
  });
});

describe("the output of a test", () => {
  const TAIL = "red <b>\nlast line";

  async function worldWithOutput(access: "signed-in" | "public") {
    const world = await pagesWorld({ access });
    Object.assign(world.forge, { readOutput: async () => Promise.resolve(TAIL) });
    await world.happens(submitted(1), submitted(2), failed("1+2"));
    return world;
  }

  it("is shown as text", async () => {
    const world = await worldWithOutput("signed-in");
    const page = await (await world.get(`${PULL_PATH}/2`, { cookie: await world.signIn() })).text();
    expect(page).toContain('aria-label="Output">red &lt;b&gt;\nlast line</pre>');
  });

  it("is not shown to visitors without a session", async () => {
    const world = await worldWithOutput("public");
    expect(await (await world.get(`${PULL_PATH}/2`)).text()).not.toContain("last line");
  });
});

describe("the timeline", () => {
  it("has each submission with its reasons", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1), cancelled(1));
    const earlierEntry = await world.queues.store.findConcluded(
      (await world.queue()).id,
      pullRequestNumber(1),
    );
    await world.happens(submitted(1, earlierEntry === null ? {} : { earlierEntry }));
    const { submissions } = await jsonOf(world, 1);
    expect(submissions).toMatchObject([
      { timeline: [{ state: "NOT_READY" }, { state: "PENDING" }, { state: "TESTING" }] },
      {
        timeline: [
          { state: "NOT_READY" },
          { state: "PENDING" },
          { state: "TESTING" },
          { state: "CANCELLED" },
        ],
      },
    ]);
  });
});

describe("targets", () => {
  it("are listed, or the page states why everything counts", async () => {
    const world = await pagesWorld({}, { mode: "parallel" });
    await world.happens(submitted(1, touching("web", "api")), submitted(2));
    expect((await jsonOf(world, 1))["targets"]).toEqual({ kind: "list", names: ["web", "api"], total: 2 });
    expect((await jsonOf(world, 2))["targets"]).toMatchObject({ kind: "all" });
  });

  it("have the time and the token of their upload, or the commit that has none", async () => {
    const world = await pagesWorld({}, { mode: "parallel" });
    world.forge.tell(1);
    await world.happens(submitted(1), submitted(2));
    const token = await world.token(["targets"]);
    const uploaded = await world.app.request("/v1/setImpactedTargets", {
      ...{ method: "POST", headers: { "content-type": "application/json", "x-api-token": token } },
      body: JSON.stringify({ ...ON_MAIN, pr: { number: 1 }, impactedTargets: "ALL" }),
    });
    expect(uploaded.status).toBe(200);
    expect((await jsonOf(world, 1))["targets"]).toMatchObject({
      kind: "all",
      why: expect.stringContaining("Its upload reports that everything is affected"),
      uploadedAt: expect.any(String),
      uploadedBy: "mona",
    });
    const cause = "package-lock.json: <b>changed</b>";
    await world.call("setImpactedTargets", { pr: { number: 1 }, impactedTargets: "ALL", cause });
    expect((await jsonOf(world, 1))["targets"]).toMatchObject({
      why: `Its upload reports that everything is affected: ${cause}`,
      uploadedBy: "administrator",
    });
    const page = await (await world.get(`${PULL_PATH}/1`, { cookie: await world.signIn() })).text();
    expect(page).toContain("everything is affected: package-lock.json: &lt;b&gt;changed&lt;/b&gt;");
    const long = { pr: { number: 1 }, impactedTargets: "ALL", cause: "x".repeat(501) };
    expect((await world.call("setImpactedTargets", long)).status).toBe(400);
    expect(await textOf(world, 1)).toMatch(/Uploaded \S+ ago with the token administrator/);
    expect(await textOf(world, 2)).toContain(
      `No impacted targets were uploaded for its head commit ${headOf(2).slice(0, 10)} yet.`,
    );
  });

  it("of a long list are cut", async () => {
    const world = await pagesWorld({}, { mode: "parallel" });
    const names = Array.from({ length: 60 }, (_, index) => `target ${String(index).padStart(2, "0")}`);
    await world.happens(submitted(1), targetsSet(1, headOf(1), targetList(names)));
    expect(await textOf(world, 1)).toContain("target 49 and 10 more.");
  });
});

describe("the proof of a landing", () => {
  it("shows that the landed commit is the tested one", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const tested = runNamed(await world.queue(), "1").commits.at(-1);
    await world.happens(passed("1"), landed());
    expect((await jsonOf(world, 1))["landing"]).toMatchObject({
      landed: tested,
      tested,
      sentence: "The commit that was tested is the commit that landed.",
    });
  });
});

describe("an open page that reads itself again", () => {
  const AS_OPEN_PAGE = { "hx-request": "true" };

  it("is refused without a session before it waits for a turn, however many ask", async () => {
    const world = await pagesWorld();
    await world.happens(submitted(1));
    const cookie = await world.signIn();
    const address = `${PULL_PATH}/1?branch=main`;
    const strangers = Array.from({ length: 40 }, async () => world.get(address, AS_OPEN_PAGE));
    expect(new Set((await Promise.all(strangers)).map(({ status }) => status))).toEqual(new Set([401]));
    const own = Array.from({ length: 40 }, async () => world.get(address, { ...AS_OPEN_PAGE, cookie }));
    const other = world.get(address, { ...AS_OPEN_PAGE, cookie: await world.signIn() });
    await world.timers.advance(60_000);
    const statuses = (await Promise.all(own)).map(({ status }) => status);
    expect([new Set(statuses), statuses.filter((status) => status === 503).length > 0]).toEqual([
      new Set([200, 503]),
      true,
    ]);
    expect((await other).status).toBe(200);
  });
});
