/** A service that misbehaves: every step ends before its deadline, with the right outcome, and never green by accident. */
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { type ActionRun, runAction } from "../support/action-runner.js";
import { onPullRequest } from "../support/action-samples.js";
import { submitted } from "../support/client-samples.js";
import {
  after,
  answers,
  answersJson,
  breaksOff,
  closesWithoutAnswer,
  drips,
  endsWithoutLastChunk,
  type Fault,
  FaultyServer,
  floods,
  gzipBomb,
  hangs,
  late,
  redirects,
  resetsBeforeHeaders,
  resetsOnConnect,
  says,
} from "../support/faulty-server.js";
import { sideBySide } from "../support/side-by-side.js";
import { rowsBySize } from "../support/test-size.js";

const GREEN = "";
/** A busy machine takes seconds to read a large answer. */
const DEADLINE_MS = 20_000;
const SHORT_DEADLINE_MS = 3000;
/** What starting a process may take on a busy machine. */
const START_MS = 15_000;

const good = answersJson(200, submitted());
const inState = (state: unknown) => answersJson(200, { ...submitted(), state });

interface Behaviour {
  readonly does: string;
  /** What one connection after the other gets. */
  readonly script: readonly Fault[];
  /** `error-kind` of the step; empty when it is green. */
  readonly ends: string;
  readonly retries?: number;
  /** What a green step's summary begins with, where the pull request is not on its way. */
  readonly mark?: string;
  /** For a service that holds the step up until then. */
  readonly deadlineMs?: number;
}

const ALL_BEHAVIOURS: readonly Behaviour[] = [
  { does: "resets the connection at once", script: [resetsOnConnect], ends: "unreachable" },
  { does: "resets the connection after the request", script: [resetsBeforeHeaders], ends: "unreachable" },
  { does: "closes without an answer", script: [closesWithoutAnswer], ends: "unreachable" },
  { does: "never answers", script: [hangs], ends: "deadline-passed", deadlineMs: SHORT_DEADLINE_MS },
  {
    does: "sends a space now and then",
    script: [drips(50)],
    ends: "deadline-passed",
    deadlineMs: SHORT_DEADLINE_MS,
  },
  {
    does: "sends an error's text without end",
    script: [drips(50, 500)],
    ends: "server-failed",
    deadlineMs: SHORT_DEADLINE_MS,
  },
  { does: "closes in the middle of the body", script: [breaksOff("closes")], ends: "unreachable" },
  { does: "resets in the middle of the body", script: [breaksOff("resets")], ends: "unreachable" },
  {
    does: "falls silent in the middle of the body",
    script: [breaksOff("hangs")],
    ends: "deadline-passed",
    deadlineMs: SHORT_DEADLINE_MS,
  },
  { does: "leaves out the last chunk", script: [endsWithoutLastChunk], ends: "unreachable" },
  { does: "sends 100 MB", script: [floods(100_000_000)], ends: "bad-answer" },
  { does: "sends a gzip bomb", script: [gzipBomb(200_000_000)], ends: "bad-answer" },
  { does: "sends plain gzip", script: [gzipped(submitted())], ends: GREEN },
  {
    does: "sends what no one unpacks",
    script: [answers(200, "x", { "content-encoding": "br" })],
    ends: "bad-answer",
  },
  { does: "asks to come back and then answers", script: [busy("0"), good], ends: GREEN, retries: 1 },
  { does: "asks to come back in an hour", script: [busy("3600")], ends: "rate-limited", retries: 3 },
  { does: "asks to come back at no time", script: [busy("soon")], ends: "rate-limited" },
  { does: "fails once", script: [answers(500), good], ends: GREEN, retries: 1 },
  {
    does: "is down behind its proxy once",
    script: [answers(502, "<html>Bad gateway"), good],
    ends: GREEN,
    retries: 1,
  },
  { does: "loses the first connection", script: [resetsBeforeHeaders, good], ends: GREEN, retries: 1 },
  { does: "fails for ever", script: [answers(503)], ends: "server-failed", retries: 2 },
  { does: "redirects elsewhere", script: [redirects(302, "https://evil.example/v1")], ends: "redirected" },
  {
    does: "redirects with the body",
    script: [redirects(307, "https://evil.example/v1")],
    ends: "redirected",
  },
  { does: "redirects nowhere", script: [redirects(301)], ends: "redirected" },
  { does: "shows a sign-in page", script: [answers(200, "<!DOCTYPE html><p>Sign in")], ends: "bad-answer" },
  { does: "answers a word", script: [answers(200, "ok")], ends: "bad-answer" },
  { does: "answers nothing", script: [answers(200)], ends: "bad-answer" },
  { does: "answers 204", script: [answers(204)], ends: "bad-answer" },
  { does: "answers null", script: [answersJson(200, null)], ends: "bad-answer" },
  { does: "answers a list", script: [answersJson(200, [])], ends: "bad-answer" },
  { does: "answers an empty object", script: [answersJson(200, {})], ends: "bad-answer" },
  { does: "answers a number as state", script: [inState(5)], ends: "bad-answer" },
  { does: "answers a text as flag", script: [flagged("no")], ends: GREEN },
  {
    does: "answers nothing but the state",
    script: [answersJson(200, { state: "MERGED" })],
    ends: GREEN,
    mark: "✅",
  },
  { does: "answers brackets in brackets", script: [answers(200, "[".repeat(100_000))], ends: "bad-answer" },
  { does: "answers no UTF-8", script: [answers(200, Buffer.from([0x22, 0xff, 0x22]))], ends: "bad-answer" },
  { does: "answers in lower case", script: [inState("testing")], ends: GREEN },
  { does: "answers in camel case", script: [inState("pendingFailure")], ends: GREEN },
  { does: "answers a state of the future", script: [inState("MEDITATING")], ends: GREEN },
  {
    does: "answers more than was asked",
    script: [answersJson(200, { ...submitted(), moon: {} })],
    ends: GREEN,
  },
  { does: "does not speak HTTP", script: [says("SSH-2.0-OpenSSH_9.6\r\n")], ends: "unreachable" },
  {
    does: "sends endless headers",
    script: [says(`HTTP/1.1 200 OK\r\na: ${"x".repeat(100_000)}`)],
    ends: "unreachable",
  },
  { does: "sends hints first", script: [after("HTTP/1.1 103 Early Hints\r\n\r\n", good)], ends: GREEN },
  { does: "answers late", script: [late(300, good)], ends: GREEN },
  { does: "is a teapot", script: [answers(418, "short and stout")], ends: "refused" },
];

function busy(retryAfter: string): Fault {
  return answers(429, "slow down", { "retry-after": retryAfter });
}

function gzipped(value: unknown): Fault {
  return answers(200, gzipSync(JSON.stringify(value)), { "content-encoding": "gzip" });
}

function flagged(value: unknown): Fault {
  return answersJson(200, { ...submitted(), isCurrentlySubmittedToQueue: value });
}

/** A step that nothing holds up ends before its deadline, start included. */
function longestMs({ deadlineMs }: Behaviour): number {
  return deadlineMs === undefined ? DEADLINE_MS : deadlineMs + START_MS;
}

const BEHAVIOURS = rowsBySize(ALL_BEHAVIOURS);
const runs = new Map<Behaviour, ActionRun>();

/** Everything but the first endpoint is missing, so that only the script decides. */
async function runAgainst({ script, retries, deadlineMs = DEADLINE_MS }: Behaviour): Promise<ActionRun> {
  const server = await FaultyServer.start([...script, ...(script.at(-1) === good ? [answers(404)] : [])]);
  const inputs = { operation: "status", timeout: `${deadlineMs}ms`, retries: String(retries ?? 0) };
  const run = await runAction(onPullRequest(server.apiUrl, inputs));
  await server.close();
  return run;
}

beforeAll(async () => {
  const results = await sideBySide(BEHAVIOURS, runAgainst);
  BEHAVIOURS.forEach((behaviour, index) => {
    const run = results[index];
    if (run !== undefined) runs.set(behaviour, run);
  });
});

describe("a service that", () => {
  it.each(BEHAVIOURS.map((behaviour) => [behaviour.does, behaviour] as const))("%s", (_does, behaviour) => {
    const run = runs.get(behaviour);
    expect(run?.outputs["error-kind"]).toBe(behaviour.ends);
    expect(run?.exitCode).toBe(behaviour.ends === GREEN ? 0 : 1);
    expect(run?.errors).toHaveLength(behaviour.ends === GREEN ? 0 : 1);
    expect(run?.durationMs).toBeLessThan(longestMs(behaviour));
    expect(run?.stderr).toBe("");
    const mark = behaviour.ends === GREEN ? (behaviour.mark ?? "⏳") : "❌";
    expect(run?.summary).toContain(`\n\n${mark} `);
  });
});
