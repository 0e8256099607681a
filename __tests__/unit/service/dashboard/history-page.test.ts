/** The history of a queue: its filters, its pages, and its forms for programs. */
import { describe, expect, it, jest } from "@jest/globals";
import { TOKEN } from "../../../support/api-world.js";
import { type PagesWorld, pagesWorld } from "../../../support/pages-world.js";
import {
  BEGINNING,
  cancelled,
  failed,
  landed,
  minutesPassed,
  passed,
  submitted,
} from "../../../support/queue-builder.js";
import { aStoredEntry } from "../../../support/stored-queue.js";

const HISTORY = "/github.com/octo/mono/history";
const FORMULA = `=HYPERLINK("https://evil.example","a, b")`;

/** #1 landed, #2 failed twice, #3 was cancelled by hubot, a minute apart. */
async function world(): Promise<PagesWorld> {
  const made = await pagesWorld({}, { concurrency: 1 });
  await made.happens(submitted(1), passed("1"), minutesPassed(1), landed());
  await made.happens(submitted(2, { facts: { title: FORMULA, author: "Mona" } }), minutesPassed(1));
  await made.happens(failed("2"), failed("2"));
  await made.happens(submitted(3, { facts: { author: "hubot" } }), minutesPassed(1), cancelled(3));
  return made;
}

async function numbersOn(made: PagesWorld, query: string): Promise<readonly number[]> {
  const headers = { cookie: await made.signIn() };
  const text = await (await made.get(`${HISTORY}?branch=main${query}`, headers)).text();
  return [...text.matchAll(/<td class="title"><a [^>]*>#(\d+) /g)].map(([, number]) => Number(number));
}

/** A history of failures that has no end for a reader; `read.last` is how far it was read. */
async function endlessFailures(onRead: () => void = () => undefined) {
  const made = await world();
  const read = { last: 0 };
  const reason = { code: "TEST_RUN_REQUIRED_STATUS_FAILED", sentence: "It failed." } as const;
  jest.spyOn(made.queues.store.past, "exits").mockImplementation((_queue, _filter, after, limit) => {
    onRead();
    const first = (after?.sequence ?? 0) + 1;
    read.last = first + limit - 1;
    if (read.last > 20_000) throw new Error("read without a bound");
    return Promise.resolve(
      Array.from({ length: limit }, (_, index) =>
        aStoredEntry(first + index, { ended: "failed", state: "failed", reason }),
      ),
    );
  });
  return { made, read };
}

const at = (minute: number) => encodeURIComponent(new Date(BEGINNING + minute * 60_000).toISOString());

describe("the history", () => {
  it.each([
    ["", [3, 2, 1]],
    ["&state=failed", [2]],
    ["&author=MON", [2, 1]],
    ["&reason=API_REQUESTED", [3]],
    ["&verdict=yours", [2]],
    ["&verdict=withdrawn", [3]],
    ["&verdict=flaky", []],
    [`&since=${at(2)}&until=${at(3)}`, [2]],
    ["&pr=1,3", [3, 1]],
    ["&since=2026-01-01&until=2026-01-02&state=merged", [1]],
  ])("is filtered by %s", async (query, numbers) => {
    expect(await numbersOn(await world(), query)).toEqual(numbers);
  });

  it.each([
    ["state=nonsense", "state=nonsense is unknown: expected merged, failed, cancelled."],
    ["since=31.1.2026", "since=31.1.2026 is unknown: expected a date, such as"],
    ["until=2026-13-01", "until=2026-13-01 is unknown"],
    ["pr=1,x", "pr=1,x is unknown: expected up to 50 numbers"],
    [`pr=${Array.from({ length: 51 }, (_, index) => index + 1).join(",")}`, "expected up to 50 numbers"],
    ["after=1", "after=1 is unknown"],
    ["verdict=__proto__", "verdict=__proto__ is unknown"],
    ["reason=%00", "is unknown: expected a reason code of the API."],
  ])("refuses %s and states what it expects", async (query, sentence) => {
    const made = await world();
    const answer = await made.get(`${HISTORY}?branch=main&${query}`, { cookie: await made.signIn() });
    expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([400, true]);
  });

  it("goes on where a page ends, with the same filter", async () => {
    const made = await pagesWorld({}, { concurrency: 1 });
    for (let number = 1; number <= 120; number += 1) {
      await made.happens(submitted(number), cancelled(number));
    }
    const cookie = await made.signIn();
    const seen: number[] = [];
    let path: string | undefined = `${HISTORY}?branch=main&state=cancelled`;
    for (let page = 0; page < 5 && path !== undefined; page += 1) {
      const text: string = await (await made.get(path, { cookie })).text();
      seen.push(...[...text.matchAll(/<td class="title"><a [^>]*>#(\d+) /g)].map(([, one]) => Number(one)));
      path = /<a href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
  });

  it("is CSV that no spreadsheet takes for a formula", async () => {
    const made = await world();
    const answer = await made.get(`${HISTORY}.csv?branch=main`, { "x-api-token": TOKEN });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await answer.text()).split("\r\n");
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe("pull request,title,author,state,verdict,reason,submitted,ended,minutes");
    expect(lines[2]).toBe(
      `2,"'=HYPERLINK(""https://evil.example"",""a, b"")",Mona,failed,YOURS,TEST_RUN_REQUIRED_STATUS_FAILED,` +
        "2026-01-01T00:01:00.000Z,2026-01-01T00:02:00.000Z,1",
    );
  });

  it("is CSV that ends after 5,000 pull requests whose verdict depends on evidence", async () => {
    const { made, read } = await endlessFailures();
    const page = await made.get(`${HISTORY}?branch=main`, { cookie: await made.signIn() });
    expect(await page.text()).toContain("ends after 5,000 pull requests");
    read.last = 0;
    const query = "branch=main&verdict=flaky";
    const answer = await made.get(`${HISTORY}.csv?${query}`, { "x-api-token": TOKEN });
    expect([answer.status, (await answer.text()).split("\r\n")]).toEqual([200, [expect.anything(), ""]]);
    expect(read.last).toBeGreaterThanOrEqual(5000);
    expect(read.last).toBeLessThan(6000);
  });

  it("is CSV that is not made further after the client has left", async () => {
    const leaving = new AbortController();
    const { made, read } = await endlessFailures(() => leaving.abort());
    const headers = { "x-api-token": TOKEN };
    await made.app.request(`${HISTORY}.csv?branch=main`, { headers, signal: leaving.signal });
    expect(read.last).toBeLessThan(1000);
  });

  it("is JSON for programs", async () => {
    const made = await world();
    const answer = await made.get(`${HISTORY}.json?branch=main&pr=3`, { "x-api-token": TOKEN });
    expect(await answer.json()).toMatchObject({
      targetBranch: "main",
      entries: [
        { prNumber: 3, state: "CANCELLED", verdict: "WITHDRAWN", endedAt: "2026-01-01T00:03:00.000Z" },
      ],
      next: null,
    });
  });
});

describe("pages about the past", () => {
  const PATHS = ["history", "history.csv", "history.json", "insights", "insights.csv", "log", "log.json"];

  it("are only for readers of the repository", async () => {
    const made = await world();
    const elsewhere = await made.signIn(await made.token(["read"], ["github.com/octo/other"]));
    for (const path of PATHS) {
      const address = `/github.com/octo/mono/${path}?branch=main`;
      const [visitor, other] = [await made.get(address), await made.get(address, { cookie: elsewhere })];
      expect([path, visitor.status, other.status]).toEqual([path, 401, 403]);
    }
  });

  it("of a queue that is not there lead to all queues", async () => {
    const made = await world();
    const cookie = await made.signIn();
    for (const path of PATHS) {
      const answer = await made.get(`/github.com/octo/mono/${path}?branch=none`, { cookie });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});
