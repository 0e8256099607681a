/** The job summary: links to the pull request and to its page, and the settings that matter. */
import { describe, expect, it } from "@jest/globals";
import { aQueueReply, submitted } from "../../support/client-samples.js";
import { answersJson } from "../../support/faulty-server.js";
import type { Script } from "../../support/scripted-service.js";
import { stepInProcess } from "../../support/step-in-process.js";

const PAGE = "https://queue.example.com/github.com/acme/shop/pull/412?branch=main";

type Rows = Readonly<Record<string, string>>;

async function rowsWith(why: object, inputs: Rows = {}): Promise<Rows> {
  const value = { ...submitted({ isCurrentlySubmittedToQueue: false, state: "FAILED" }), why };
  const script = { getSubmittedPullRequest: [answersJson(200, value)] };
  return rowsOf(script, { operation: "status", "pr-number": "412", ...inputs });
}

async function rowsOf(script: Script, inputs: Rows): Promise<Rows> {
  const { exitCode, rows } = await stepInProcess(script, inputs);
  expect(exitCode).toBe(0);
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [, label = "", content = ""] = /^\| ([^|]*) \| ([^|]*) \|$/.exec(row) ?? [];
      return [[label, decoded(content)]];
    }),
  );
}

/** As GitHub shows it. */
function decoded(markdown: string): string {
  return markdown.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

const why = { sentence: "It failed.", needsAction: true, pageUrl: PAGE };

describe("the job summary", () => {
  it("links the pull request on the code host of the run, and its page in the service", async () => {
    expect(await rowsWith(why)).toMatchObject({
      "Pull request": "[acme/shop#412](https://github.com/acme/shop/pull/412) → main",
      Why: "It failed.",
      Page: `[#412 in the queue of main](${PAGE})`,
    });
  });

  it("links no pull request of another code host than that of the run", async () => {
    const rows = await rowsWith(why, { "repo-host": "git.example.com" });
    expect(rows["Pull request"]).toBe("acme/shop#412 → main");
  });

  it.each([
    ["none", undefined],
    ["a script", "javascript:alert(1)"],
    ["a file", "file:///etc/passwd"],
    ["a path", "/github.com/acme/shop/pull/412"],
    ["one with a password", "https://mona:s3cret@queue.example.com/"],
    ["too long", `${PAGE}&${"a".repeat(600)}`],
    ["no text", 7],
  ])("links no page when its address is %s", async (_, pageUrl) => {
    expect(await rowsWith({ ...why, pageUrl })).not.toHaveProperty("Page");
  });

  it("takes no address for Markdown", async () => {
    const pageUrl = 'https://queue.example.com/) [x](https://other.example/ "t") <img src=x> | `a`';
    const { Page = "" } = await rowsWith({ ...why, pageUrl });
    expect(Page).toMatch(/^\[#412 in the queue of main\]\(https:\/\/queue\.example\.com\/[^()<>"\s]*\)$/);
  });
});

describe("the settings in the job summary", () => {
  const queue = aQueueReply({
    ...{ concurrency: 4, bisectionConcurrency: 4, batch: true, requiredStatuses: ["</details>|"] },
    ...{ state: "PAUSED", stateReason: "mona paused it." },
  });

  it.each([
    ["get-queue", {}],
    ["update-queue", { batch: "true" }],
  ])("of %s are those that differ from a new queue, and the others are folded", async (operation, inputs) => {
    const script: Script = { getQueue: [answersJson(200, queue)], updateQueue: [answersJson(200, queue)] };
    const { Settings = "" } = await rowsOf(script, { operation, ...inputs });
    const [shown = "", folded = ""] = Settings.split("<details><summary>");
    expect(shown.split("<br>").toSorted()).toEqual([
      "batch: true",
      "concurrency: 4",
      "createPrsForTestingBranches: true",
      'mode: "single"',
      'requiredStatuses: ["</details>|"]',
    ]);
    const [, count = "", rest = ""] =
      /^(\d+) settings with default values<\/summary>(.*)<\/details>$/.exec(folded) ?? [];
    const names = rest.split("<br>").map((line) => line.replace(/: .*/, ""));
    expect(names).toHaveLength(Number(count));
    expect(names).toContain("bisectionConcurrency");
    expect(names).not.toContain("stateReason");
  });
});
