/** `why` and `watch` against a scripted service: what they send, print and return, on a terminal and elsewhere. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { queuePicture } from "../../../../src/cli/client/explaining/queue-picture.js";
import { hasColours } from "../../../../src/cli/colours.js";
import { aQueueReply, PULL_REQUEST, submitted } from "../../../support/client-samples.js";
import {
  type CommandCall,
  type CommandRun,
  callCommand,
  ENVIRONMENT,
} from "../../../support/command-line.js";
import { answersJson, type FaultyServer } from "../../../support/faulty-server.js";
import { bodyOf, refuses, type Script, startScriptedService } from "../../../support/scripted-service.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function call(script: Script, words: readonly string[], more: CommandCall = {}): Promise<CommandRun> {
  server = await startScriptedService(script);
  const environment = { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl, ...more.environment };
  return callCommand([...words, "--branch", "main", "--retries", "0"], { ...more, environment });
}

const left = {
  sentence: "#412 failed `build` on exactly `main` and this change, twice, so the failure is its own.",
  needsAction: true,
  exit: {
    verdict: "YOURS",
    submitAgain: "AFTER_CHANGE",
    next: "Push a fix, then submit it again.",
    failedChecks: [{ name: "build", url: "https://ci.example/1", conclusion: "failure" }],
    testRunId: "0c9b7a3e-5d14-8f0e-8f8b-000000000003",
    outputTail: "1 failed\nmoney.test.ts ##[error]rounds half even",
  },
};

describe("why", () => {
  it("prints the sentence, then the chain of what it waits for", async () => {
    const why = {
      sentence: "Third in `main`, being tested. #1 and #2 ahead are being tested. You need not do anything.",
      needsAction: false,
      situation: "TESTING",
      waitsFor: [
        { what: "its tests", why: "is being tested" },
        { what: "#2", why: "is being tested", prNumber: 2 },
      ],
      pageUrl: "https://queue.example.com/github.com/acme/shop/pull/412?branch=main",
    };
    const reply = submitted({ why, estimatedTimeToMergeSeconds: 740 });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, reply)] }, ["why", "412"]);
    expect(run.stdout.split("\n")).toEqual([
      why.sentence,
      "  Expected  in about 12 min 20 s",
      "  Waits for its tests: is being tested",
      "  #2: is being tested",
      `  Page      ${why.pageUrl}`,
      "",
    ]);
    expect([run.exitCode, run.stderr]).toEqual([0, ""]);
    expect(bodyOf(server?.requests[0])).toEqual({
      ...PULL_REQUEST,
      includeWhy: true,
      includeEstimatedTimeToMerge: true,
    });
  });

  it.each(["javascript:alert(1)", "file:///etc/passwd", "https://mona:secret@queue.example.com/", "queue"])(
    "prints no page at %s",
    async (pageUrl) => {
      const reply = submitted({ why: { sentence: "It waits.", needsAction: false, pageUrl } });
      const run = await call({ getSubmittedPullRequest: [answersJson(200, reply)] }, ["why", "412"]);
      expect([run.exitCode, run.stdout]).toEqual([0, "It waits.\n"]);
    },
  );

  it("prints the verdict, the next step and the end of the output, which no CI system executes", async () => {
    const reply = submitted({ state: "FAILED", isCurrentlySubmittedToQueue: false, why: left });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, reply)] }, ["why", "412"]);
    expect(run.stdout.split("\n")).toEqual([
      left.sentence,
      "  Verdict   YOURS",
      "  Again     after a change of the pull request",
      "  Next      Push a fix, then submit it again.",
      "  Failed    build: failure https://ci.example/1",
      "  Run       0c9b7a3e-5d14-8f0e-8f8b-000000000003",
      "  | 1 failed",
      "  | money.test.ts # #[error]rounds half even",
      "",
    ]);
  });

  it.each([
    ["AFTER_CHANGE", false],
    ["AS_IT_IS", true],
    ["UNNEEDED", false],
  ])("answers a program whether to submit it again: %s", async (submitAgain, maySubmitAgain) => {
    const why = { ...left, exit: { ...left.exit, submitAgain } };
    const reply = submitted({ state: "FAILED", isCurrentlySubmittedToQueue: false, why });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, reply)] }, ["why", "412", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({ command: "why", maySubmitAgain, why });
  });

  it("goes by the reason code where the server has no such answer", async () => {
    const reply = submitted({
      state: "FAILED",
      isCurrentlySubmittedToQueue: false,
      stateReason: "start_test_run_merge_conflict",
      stateReasonText: "It conflicts.",
    });
    const run = await call({ getSubmittedPullRequest: [answersJson(200, reply)] }, ["why", "412", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      message: "#412 is FAILED: It conflicts.",
      maySubmitAgain: false,
      why: { exit: { verdict: "CONFLICT", submitAgain: "AFTER_CHANGE" } },
    });
  });

  it("asks again without the question where a strict server refuses it", async () => {
    const script = {
      getSubmittedPullRequest: [
        refuses(400, "VALIDATION_FAILED", "includeWhy: unknown field"),
        answersJson(200, submitted({ state: "NOT_READY" })),
      ],
    };
    const run = await call(script, ["why", "412"]);
    expect([run.exitCode, run.stdout]).toEqual([0, "#412 is NOT_READY.\n"]);
    expect(bodyOf(server?.requests[1])).toEqual(PULL_REQUEST);
  });
});

function entry(prNumber: number, state: string, prTitle: string) {
  const { id: _id, forceEnqueued: _forced, isCurrentlySubmittedToQueue: _is, ...item } = submitted();
  return { ...item, prNumber, state, prTitle, noBatch: false };
}

const two = aQueueReply({ enqueuedPullRequests: [entry(1, "TESTING", "One"), entry(2, "PENDING", "Two")] });
const one = aQueueReply({ enqueuedPullRequests: [entry(2, "TESTING", "Two")] });

describe("watch", () => {
  it("prints a line per change, and how a pull request left", async () => {
    const stop = new AbortController();
    const script: Script = {
      getQueue: [answersJson(200, two), answersJson(200, two), answersJson(200, one)],
      getSubmittedPullRequest: [
        (socket, request) => {
          answersJson(200, submitted({ prNumber: 1, state: "MERGED" }))(socket, request);
          setTimeout(() => stop.abort(), 50);
        },
      ],
    };
    const words = ["watch", "--poll-interval", "100ms"];
    const run = await call(script, words, { interruption: stop.signal });
    const lines = run.stdout.split("\n").map((line) => line.replace(/^\S+Z /, ""));
    expect(lines).toEqual([
      "main is RUNNING",
      "#1 TESTING One",
      "#2 PENDING Two",
      "#2 TESTING Two",
      "#1 MERGED",
      "main is RUNNING, with 1 in the queue.",
      "",
    ]);
    expect([run.exitCode, run.stderr]).toEqual([0, ""]);
  });

  it("redraws the queue on a terminal, and stays on it while the service fails", async () => {
    const stop = new AbortController();
    const script: Script = {
      getQueue: [answersJson(200, two), refuses(503, "SERVICE_UNAVAILABLE"), answersJson(200, one)],
    };
    const run = await call(script, ["watch", "--poll-interval", "100ms"], {
      terminalColumns: 80,
      environment: { NO_COLOR: "1" },
      interruption: stop.signal,
      onStderr: (text) => {
        if (text.includes("1 in the queue")) stop.abort();
      },
    });
    const [first = "", second = "", third = ""] = run.stderr.split("\r\u001b[J");
    expect(first.split("\n").slice(0, 3)).toEqual([
      "main  RUNNING  2 in the queue",
      expect.stringMatching(/^    1  ◐ TESTING         +\S+  +#1 One \(by mona\)$/),
      expect.stringMatching(/^    2  ○ PENDING /),
    ]);
    expect(first.endsWith("\u001b[3A")).toBe(true);
    expect(second).toContain("SERVICE_UNAVAILABLE");
    expect(second.endsWith("\u001b[4A")).toBe(true);
    expect(third.split("\n")[0]).toBe("main  RUNNING  1 in the queue");
  });

  it("ends with the refusal of a queue that does not exist", async () => {
    const run = await call({ getQueue: [refuses(404, "MERGE_QUEUE_NOT_FOUND")] }, ["watch"]);
    expect([run.exitCode, run.stdout]).toEqual([1, ""]);
  });
});

describe("the picture of a queue", () => {
  const options = { columns: 40, rows: 24, isColoured: false, now: 0, marked: null };

  it("fits the terminal, always with the marked pull request, whatever its title is", () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      entry(index + 1, "PENDING", "\u001b[31m全部\n".repeat(20)),
    );
    const lines = queuePicture(aQueueReply({ enqueuedPullRequests: many }), {
      ...options,
      rows: 10,
      marked: 20,
    });
    expect(lines).toHaveLength(9);
    expect(lines.find((line) => line.startsWith(">"))).toContain("#20 ");
    expect(lines.at(-1)).toBe("… and 23 more");
    const width = (line: string) =>
      Array.from(line).reduce((sum, letter) => sum + (/[ -~]/.test(letter) ? 1 : 2), 0);
    expect(lines.every((line) => width(line) <= 40 && !line.includes("\u001b"))).toBe(true);
  });

  it("is coloured as NO_COLOR, FORCE_COLOR and the terminal say", () => {
    const coloured = queuePicture(two, { ...options, isColoured: true });
    expect(coloured[1]).toContain("\u001b[34m◐ TESTING");
    expect(hasColours({ isTTY: true }, {})).toBe(true);
    expect(hasColours({ isTTY: false }, {})).toBe(false);
    expect(hasColours({ isTTY: true }, { TERM: "dumb" })).toBe(false);
    expect(hasColours({ isTTY: false }, { FORCE_COLOR: "1" })).toBe(true);
    expect(hasColours({ isTTY: true }, { FORCE_COLOR: "0" })).toBe(false);
    expect(hasColours({ isTTY: true }, { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
  });
});

describe("status --watch", () => {
  it("shows the queue around the pull request until it has left", async () => {
    const inQueue = aQueueReply({
      enqueuedPullRequests: [entry(411, "TESTING", "Before"), entry(412, "PENDING", "This")],
    });
    const script: Script = {
      getQueue: [answersJson(200, inQueue)],
      getSubmittedPullRequest: [
        answersJson(200, submitted({ state: "PENDING" })),
        answersJson(200, submitted({ state: "MERGED", isCurrentlySubmittedToQueue: false })),
      ],
    };
    const run = await call(script, ["status", "412", "--watch", "--poll-interval", "100ms"], {
      terminalColumns: 70,
      environment: { NO_COLOR: "1" },
    });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/^#412 is MERGED after/);
    expect(run.stderr).toMatch(/\n {4}1 {2}◐ TESTING .*\n> {3}2 {2}○ PENDING /);
  });
});
