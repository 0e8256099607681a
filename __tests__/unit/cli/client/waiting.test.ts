/** Waiting from the command line: how it ends, what remains when it is interrupted, and what it leaves on the screen. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { aQueueReply, PULL_REQUEST, submitted } from "../../../support/client-samples.js";
import {
  type CommandCall,
  type CommandRun,
  callCommand,
  ENVIRONMENT,
} from "../../../support/command-line.js";
import {
  answersJson,
  closesWithoutAnswer,
  type FaultyServer,
  hangs,
} from "../../../support/faulty-server.js";
import {
  bodyOf,
  endpointsOf,
  OK,
  refuses,
  type Script,
  startScriptedService,
} from "../../../support/scripted-service.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

async function call(script: Script, words: readonly string[], around: CommandCall = {}): Promise<CommandRun> {
  server = await startScriptedService(script);
  const environment = { ...ENVIRONMENT, MERGE_QUEUE_API_URL: server.apiUrl };
  return callCommand([...words, "412", "--branch", "main", "--wait", "--poll-interval", "100ms"], {
    environment,
    ...around,
  });
}

const inState = (state: string, changes: Parameters<typeof submitted>[0] = {}) =>
  answersJson(200, submitted({ state, ...changes }));
const absent = refuses(404, "PR_NOT_FOUND");
const queue = answersJson(
  200,
  aQueueReply({ enqueuedPullRequests: [submitted({ prNumber: 410 }), submitted()] }),
);

/** Interrupts as soon as stderr matches. */
function interruptedAt(pattern: RegExp): CommandCall {
  const interruption = new AbortController();
  return {
    interruption: interruption.signal,
    onStderr: (text) => {
      if (pattern.test(text)) interruption.abort();
    },
  };
}

describe("submit --wait", () => {
  it("follows the pull request until it has landed", async () => {
    const script: Script = {
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("PENDING"), inState("TESTING"), inState("MERGED")],
      getQueue: [queue],
    };
    const run = await call(script, ["submit"]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(
      /^#412 is MERGED after [\d.]+ m?s\.\n {2}Title {5}Add retry to uploader \(by mona\)\n/,
    );
    expect(run.stderr.split("\n")).toEqual([
      "#412 is submitted to the queue of main.",
      expect.stringMatching(/^[\d.]+ m?s: #412 PENDING; position 2, behind #410$/),
      expect.stringMatching(/^[\d.]+ m?s: #412 TESTING; position 2, behind #410$/),
      "",
    ]);
  });

  it.each(["FAILED", "CANCELLED"])("gives the queue's own reason when it is %s", async (state) => {
    const script: Script = {
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState(state, { stateReasonText: "`tests` failed." })],
    };
    const run = await call(script, ["submit", "--json"]);
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      command: "submit",
      exitCode: 1,
      message: expect.stringMatching(`^#412 is ${state} after .*: \`tests\` failed.$`),
      response: { state, stateReasonText: "`tests` failed." },
      history: [{ state, ms: expect.any(Number) }],
      polls: 1,
    });
  });

  it("ends with the queue's verdict and its page, where the service has them", async () => {
    const pageUrl = "https://queue.example.com/github.com/acme/shop/pull/412?branch=main";
    const why = {
      sentence: "#412 failed `tests` on exactly `main` and this change.",
      needsAction: true,
      exit: { verdict: "YOURS", submitAgain: "AFTER_CHANGE", next: "Push a fix, then submit it again." },
      pageUrl,
    };
    const script: Script = {
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("FAILED", { isCurrentlySubmittedToQueue: false, why })],
    };
    const { stdout } = await call(script, ["submit"]);
    expect(stdout.split("\n").slice(3)).toEqual([
      `  Why       ${why.sentence}`,
      "  Verdict   YOURS",
      "  Next      Push a fix, then submit it again.",
      `  Page      ${pageUrl}`,
      "",
    ]);
    expect(bodyOf(server?.requests.at(-1))).toEqual({ ...PULL_REQUEST, includeWhy: true });
    expect(JSON.parse((await call(script, ["submit", "--json"])).stdout)).toMatchObject({ why });
    const landed: Script = { ...script, getSubmittedPullRequest: [absent, inState("MERGED", { why })] };
    const lines = (await call(landed, ["submit"])).stdout.split("\n").slice(3);
    expect(lines).toEqual([`  Page      ${pageUrl}`, ""]);
  });

  it.each([
    ["a strict service", refuses(400, "VALIDATION_FAILED"), ""],
    ["a service that fails now", refuses(403, "FORBIDDEN"), /^Not shown: reading the pull request: /],
  ])("ends as before with %s", async (_, then, stderr) => {
    const script: Script = { getSubmittedPullRequest: [inState("MERGED"), then] };
    const run = await call(script, ["status"]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/^#412 is MERGED after .*\.\n {2}Title .*\n {2}Priority .*\n$/);
    expect(run.stderr).toEqual(stderr === "" ? "" : expect.stringMatching(stderr));
  });

  it.each([
    ["MERGED", "TESTING"],
    ["FAILED", "PENDING"],
  ])("does not take an earlier stay's %s for its own end", async (before, meanwhile) => {
    const now = { stateChangedAt: "2026-03-02T10:00:00.000Z" };
    const old = inState(before);
    const script: Script = {
      submitPullRequest: [OK],
      getSubmittedPullRequest: [old, old, old, inState(meanwhile, now), inState("CANCELLED", now)],
    };
    const run = await call(script, ["submit", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({ exitCode: 1, response: { state: "CANCELLED" }, polls: 4 });
    expect(server && endpointsOf(server).slice(0, 2)).toEqual([
      "getSubmittedPullRequest",
      "submitPullRequest",
    ]);
  });

  it("sees that what it submitted without an answer has landed since", async () => {
    const script: Script = {
      submitPullRequest: [closesWithoutAnswer, refuses(400, "PR_NOT_ENQUEUEABLE")],
      getSubmittedPullRequest: [absent, inState("MERGED", { isCurrentlySubmittedToQueue: false })],
    };
    const run = await call(script, ["submit", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({ exitCode: 0, response: { state: "MERGED" } });
  });

  it("leaves a terminal clean", async () => {
    const script: Script = {
      submitPullRequest: [OK],
      getSubmittedPullRequest: [absent, inState("TESTING"), inState("MERGED")],
      getQueue: [queue],
    };
    const run = await call(script, ["submit"], { terminalColumns: 60 });
    expect(run.stderr).toMatch(/\r\u001b\[K[\d.]+ m?s: #412 TESTING; position 2, behind #410/);
    expect(run.stderr.endsWith("\r\u001b[K")).toBe(true);
  });

  it("ends with the deadline, and says that the pull request stays", async () => {
    const script: Script = {
      submitPullRequest: [OK],
      getSubmittedPullRequest: [inState("TESTING")],
      getQueue: [queue],
    };
    const run = await call(script, ["submit", "--wait-timeout", "1s", "--timeout", "1h", "--json"]);
    expect(run.exitCode).toBe(4);
    expect(run.stderr).toMatch(
      /the deadline has passed.*: the last state was TESTING\. .*--wait-timeout for a wait\. #412 stays in the queue/,
    );
    expect(JSON.parse(run.stdout)).toMatchObject({
      exitCode: 4,
      error: "deadline-passed",
      response: { state: "TESTING" },
    });
  });
});

describe("an interruption", () => {
  const waiting: Script = {
    submitPullRequest: [OK],
    getSubmittedPullRequest: [inState("TESTING")],
    getQueue: [queue],
    cancelPullRequest: [OK],
  };

  it("ends a wait at once, and leaves the pull request where it is", async () => {
    const startedAt = performance.now();
    const run = await call(waiting, ["submit", "--poll-interval", "1h"], interruptedAt(/TESTING/));
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toMatch(
      /\nmerge-queue submit: interrupted: #412 stays in the queue \(to cancel it: merge-queue cancel 412\)\.\n$/,
    );
    expect(server && endpointsOf(server)).not.toContain("cancelPullRequest");
  });

  it("takes the pull request out when it is to do that", async () => {
    const run = await call(waiting, ["status", "--cancel-on-abort", "--json"], interruptedAt(/TESTING/));
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      message: "interrupted: #412 was taken out of the queue.",
      error: "aborted",
      response: { state: "TESTING" },
    });
    expect(server && endpointsOf(server).at(-1)).toBe("cancelPullRequest");
    expect(bodyOf(server?.requests.at(-1))).toEqual(PULL_REQUEST);
  });

  it.each([
    ["refuses", refuses(500, "INTERNAL_ERROR")],
    ["hangs", hangs],
  ])("says that the pull request may still be there when the service %s", async (_, answer) => {
    const script = { ...waiting, cancelPullRequest: [answer] };
    const run = await call(script, ["submit", "--cancel-on-abort"], interruptedAt(/TESTING/));
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(/interrupted: #412 may still be in the queue: cancelling the pull request: /);
  });

  it("says when it is not known whether the pull request was submitted", async () => {
    const interruption = new AbortController();
    const script: Script = { submitPullRequest: [() => interruption.abort()] };
    const run = await call(script, ["submit"], { interruption: interruption.signal });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toBe(
      "merge-queue submit: interrupted: #412 may be in the queue (to check: merge-queue status 412).\n",
    );
  });

  it("does not take it for gone when the submission may still be on its way", async () => {
    const interruption = new AbortController();
    const script: Script = { submitPullRequest: [() => interruption.abort()], cancelPullRequest: [absent] };
    const run = await call(script, ["submit", "--cancel-on-abort"], { interruption: interruption.signal });
    expect(run.stderr).toMatch(
      /interrupted: #412 is not in the queue yet, but an earlier request may still add it\.\n$/,
    );
    expect(server && endpointsOf(server).slice(-2)).toEqual(["cancelPullRequest", "cancelPullRequest"]);
  });

  it("before the first request does nothing", async () => {
    const run = await call({}, ["submit"], { interruption: AbortSignal.abort() });
    expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("nothing was done for #412") });
    expect(server?.requests).toEqual([]);
  });
});
