/** Addresses that the service answers: as outputs and as links in the summary, and only those of web pages. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type ActionRun, runAction } from "../support/action-runner.js";
import { HEAD_SHA, onPullRequest, TOKEN } from "../support/action-samples.js";
import { answersJson, type FaultyServer } from "../support/faulty-server.js";
import { startScriptedService } from "../support/scripted-service.js";
import { itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

const RUN_ID = "7f0a0a52-3f0b-4f4b-9a61-0d4f0f6f3c11";
const PULL = "https://github.com/acme/shop/pull/412";
const DETAILS = {
  requiredStatuses: ["unit"],
  testBranch: `mq-merge/pr-412/${RUN_ID}`,
  testBranchSha: HEAD_SHA,
  status: "in_progress",
  checkSuites: [],
  statusChecks: [],
  testedPullRequests: [{ prNumber: 412, prUrl: PULL, title: "Add retry" }],
};

let server: FaultyServer;

afterEach(async () => server.close());

async function shown(changes: object): Promise<ActionRun> {
  server = await startScriptedService({
    getMergeQueueTestingDetails: [answersJson(200, { ...DETAILS, ...changes })],
  });
  return runAction(onPullRequest(server.apiUrl, { operation: "testing-details", "test-run-id": RUN_ID }));
}

function check(name: string, url: string, conclusion?: string) {
  return { name, url, status: conclusion === undefined ? "IN_PROGRESS" : "COMPLETED", conclusion };
}

/** As GitHub reads a link in Markdown: entities count as the characters they stand for. */
function linksIn(summary: string): readonly (readonly [text: string, url: string])[] {
  const decoded = (text: string) =>
    text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
  return [...summary.matchAll(/\[([^\]]*)\]\(([^)\s]*)\)/g)].map(
    ([, text = "", url = ""]) => [decoded(text), decoded(url)] as const,
  );
}

describe("the address of the pull request", () => {
  it("is an output, and a link in the summary", async () => {
    const run = await shown({});
    expect(run.outputs).toMatchObject({ "pull-request-url": PULL, "test-run-url": "" });
    expect(linksIn(run.summary)).toEqual([["#412", PULL]]);
  });

  it("is no output of a batch, whose pull requests are all linked", async () => {
    const second = { prNumber: 413, prUrl: `${PULL}3`, title: "Other" };
    const run = await shown({ testedPullRequests: [...DETAILS.testedPullRequests, second] });
    expect(run.outputs["pull-request-url"]).toBe("");
    expect(linksIn(run.summary).map(([, url]) => url)).toEqual([PULL, `${PULL}3`]);
  });

  itInCi.each(
    rowsBySize([
      ["empty", ""],
      ["a script", "javascript:alert(1)"],
      ["data", "data:text/html,<script>alert(1)</script>"],
      ["a file", "file:///etc/passwd"],
      ["a path", "/acme/shop/pull/412"],
      ["with a name and password", "https://u:pa55word@github.com/acme"],
      ["very long", `https://example.com/${"a".repeat(5000)}`],
      ["no text", 7],
    ]),
  )("is left out when it is %s", async (_what, prUrl) => {
    const run = await shown({ testedPullRequests: [{ prNumber: 412, prUrl, title: "Add retry" }] });
    expect(run).toMatchObject({ exitCode: 0, outputs: { "pull-request-url": "" } });
    expect(linksIn(run.summary)).toEqual([]);
    expect(run.summary).toContain("#412 Add retry");
  });

  itInCi.each(
    rowsBySize([
      'https://evil.example/) [x](https://other.example/ "t") <img src=x> | `a` **b**',
      "https://evil.example/a\n::set-output name=state::MERGED",
      "https://evil.example/\u202e\u200b(((]]]",
      `https://evil.example/${TOKEN}`,
    ]),
  )("neither breaks the summary nor commands the runner: %j", async (prUrl) => {
    const run = await shown({ testedPullRequests: [{ prNumber: 412, prUrl, title: "](x) <b>" }] });
    expect(run.exitCode).toBe(0);
    expect(run.commands.filter(({ name }) => name !== "add-mask")).toEqual([]);
    expect(run.outputs["state"]).toBe("");
    expect(run.outputs["pull-request-url"]).toMatch(/^https:\/\/evil\.example\/[!-~]*$/);
    expect(linksIn(run.summary)).toEqual([
      ["#412", expect.stringMatching(/^https:\/\/evil\.example\/[^()]*$/)],
    ]);
    expect(run.summary).not.toMatch(/<(?!br>)/);
    for (const row of run.summary.split("\n").filter((line) => line.startsWith("|")))
      expect(row.split("|")).toHaveLength(4);
    const visible = run.stdout.replace(/^::add-mask::.*$/gm, "") + run.summary + JSON.stringify(run.outputs);
    expect(visible).not.toContain(TOKEN);
  });
});

describe("the address of the test run", () => {
  const lint = { context: "lint", url: "https://ci.example/lint", state: "SUCCESS" };
  const unit = check("unit", "https://ci.example/unit");
  const failed = check("docs", "https://ci.example/docs", "FAILURE");

  it.each(
    rowsBySize([
      ["its failed check", [check("a", "https://ci.example/a", "SUCCESS"), unit, failed], [lint], "docs"],
      ["its failed status", [unit], [{ ...lint, state: "ERROR" }], "lint"],
      ["its required check", [check("a", "https://ci.example/a"), unit], [lint], "unit"],
      ["the first that there is", [check("a", ""), check("b", "https://ci.example/b")], [lint], "b"],
    ]),
  )("is that of %s", async (_what, checkRuns, statusChecks, expected) => {
    const run = await shown({ checkSuites: [{ checkRuns }], statusChecks });
    expect(run.outputs["test-run-url"]).toBe(`https://ci.example/${expected}`);
    expect(linksIn(run.summary)).toContainEqual([expected, `https://ci.example/${expected}`]);
  });

  itInCi("is left out when no check has one", async () => {
    const run = await shown({ checkSuites: [{ checkRuns: [check("a", "javascript:1")] }] });
    expect(run.outputs["test-run-url"]).toBe("");
    expect(run.summary).toContain("a: IN_PROGRESS");
  });
});
