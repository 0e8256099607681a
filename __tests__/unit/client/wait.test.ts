/** Waiting for the end of a pull request's stay, over real HTTP and on a clock that jumps. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { ClientOptions, MergeQueueClient } from "../../../src/client/client.js";
import { Deadline } from "../../../src/client/deadline.js";
import { earlierSubmissionOf } from "../../../src/client/state-history.js";
import { type Progress, WaitError, type WaitOptions, waitForOutcome } from "../../../src/client/wait.js";
import type { ReplyOf } from "../../../src/contract/endpoints.js";
import { aClient, aQueueReply, PULL_REQUEST, submitted } from "../../support/client-samples.js";
import {
  answers,
  answersJson,
  type Fault,
  FaultyServer,
  hangs,
  resetsBeforeHeaders,
} from "../../support/faulty-server.js";
import { JumpingClock } from "../../support/jumping-clock.js";
import { startScriptedService } from "../../support/scripted-service.js";

const servers: FaultyServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(script: readonly Fault[], port = 0): Promise<FaultyServer> {
  const server = await FaultyServer.start(script, { port });
  servers.push(server);
  return server;
}

function inState(state: string, changes: Partial<ReplyOf<"getSubmittedPullRequest">> = {}): Fault {
  return answersJson(200, submitted({ state, ...changes }));
}

function refused(status: number, code: string): Fault {
  return answersJson(status, { error: { code, message: "no" } });
}

const unknown = refused(404, "PR_NOT_FOUND");
const blocked = answers(403, "<html><body>blocked</body></html>", { "content-type": "text/html" });
const merged = inState("MERGED", { isCurrentlySubmittedToQueue: false });

/** A wait on a clock that jumps; without jitter unless the client is given chance. */
interface Setting {
  readonly server: FaultyServer;
  readonly clock: JumpingClock;
  readonly client: MergeQueueClient;
}

async function setting(script: readonly Fault[], options: Partial<ClientOptions> = {}): Promise<Setting> {
  const server = await start(script);
  const clock = new JumpingClock();
  return { server, clock, client: aClient(server.apiUrl, { clock, random: () => 0.5, ...options }) };
}

async function waitErrorOf(client: MergeQueueClient, options: WaitOptions = {}): Promise<WaitError> {
  try {
    await waitForOutcome(client, PULL_REQUEST, options);
  } catch (error) {
    if (error instanceof WaitError) return error;
    throw error;
  }
  throw new Error("the wait came to an outcome");
}

function statesOf(progress: Progress): string {
  return progress.history.map(({ state, ms }) => `${state} ${ms}`).join(", ");
}

describe("waitForOutcome", () => {
  for (const state of ["MERGED", "FAILED", "CANCELLED"]) {
    it(`ends at once on ${state}`, async () => {
      const { client, clock } = await setting([inState(state.toLowerCase())]);
      const outcome = await waitForOutcome(client, PULL_REQUEST);
      expect(outcome).toMatchObject({ state, polls: 1, waitedMs: 0, history: [{ state, ms: 0 }] });
      expect(clock.sleeps).toEqual([]);
    });
  }

  it("reads one l in canceled", async () => {
    const { client } = await setting([inState("canceled")]);
    expect((await waitForOutcome(client, PULL_REQUEST)).state).toBe("CANCELLED");
  });

  it("tells the time in each state, and each change once", async () => {
    const script = [
      inState("NOT_READY"),
      inState("pending"),
      inState("Pending"),
      inState("TESTING"),
      inState("PENDING", { stateReason: "TESTS_RESTARTED_BY_USER" }),
      inState("PENDING", { stateReason: "PREREQUISITE_MERGE_ITEM_FAILED" }),
      inState("TESTING"),
      merged,
    ];
    const { client } = await setting(script);
    const changes: string[] = [];
    const outcome = await waitForOutcome(client, PULL_REQUEST, {
      pollIntervalMs: 1000,
      onChange: ({ state, stateReason, waitedMs }) =>
        changes.push(`${waitedMs} ${state} ${stateReason ?? "-"}`),
    });
    expect(changes).toEqual([
      "0 NOT_READY -",
      "1000 PENDING -",
      "3000 TESTING -",
      "4000 PENDING TESTS_RESTARTED_BY_USER",
      "5000 PENDING PREREQUISITE_MERGE_ITEM_FAILED",
      "6000 TESTING -",
      "7000 MERGED -",
    ]);
    expect(outcome.history).toEqual([
      { state: "NOT_READY", ms: 1000 },
      { state: "PENDING", ms: 2000 },
      { state: "TESTING", ms: 1000 },
      { state: "PENDING", ms: 2000 },
      { state: "TESTING", ms: 1000 },
      { state: "MERGED", ms: 0 },
    ]);
    expect([outcome.polls, outcome.waitedMs, outcome.value.prNumber]).toEqual([8, 7000, 412]);
  });

  it("reports an outage once, with the time of the last answer, and its end", async () => {
    const script = [inState("TESTING"), resetsBeforeHeaders, answers(503, ""), inState("TESTING"), merged];
    const { client, clock } = await setting(script);
    const began = clock.date();
    const notes: unknown[] = [];
    await waitForOutcome(client, PULL_REQUEST, {
      pollIntervalMs: 1000,
      onAnswering: ({ trouble, answeredAt, waitedMs }) =>
        notes.push([trouble?.kind ?? null, answeredAt - began, waitedMs]),
    });
    expect(notes).toEqual([
      ["unreachable", 0, 1000],
      [null, 7000, 7000],
    ]);
  });

  it("reports each change of the place and of the queue's state", async () => {
    const server = await startScriptedService({
      getSubmittedPullRequest: [1, 2, 3, 4].map(() => inState("PENDING")).concat(merged),
      getQueue: [
        answersJson(200, aQueueReply({ enqueuedPullRequests: [submitted({ prNumber: 1 }), submitted()] })),
        answersJson(200, aQueueReply({ enqueuedPullRequests: [submitted()] })),
        answersJson(200, aQueueReply({ state: "PAUSED", enqueuedPullRequests: [submitted()] })),
      ],
    });
    servers.push(server);
    const moves: unknown[] = [];
    const client = aClient(server.apiUrl, { clock: new JumpingClock(), random: () => 0.5 });
    await waitForOutcome(client, PULL_REQUEST, {
      positionIntervalMs: 0,
      onMove: ({ position, queueState }) => moves.push([position?.place, queueState]),
    });
    expect(moves).toEqual([
      [2, "RUNNING"],
      [1, "RUNNING"],
      [1, "PAUSED"],
    ]);
  });

  it("does not take a state for a final one that it does not know, or that is none", async () => {
    const gone = { isCurrentlySubmittedToQueue: false };
    const { client } = await setting([inState("TELEPORTING"), answersJson(200, submitted(gone)), merged]);
    const changes: (string | null)[] = [];
    await waitForOutcome(client, PULL_REQUEST, { onChange: ({ state }) => changes.push(state) });
    expect(changes).toEqual(["TELEPORTING", "TESTING", "MERGED"]);
  });

  it("takes a state that it does not know for a final one once the pull request is out of the queue", async () => {
    const warnings: string[] = [];
    const gone = inState("TELEPORTED", { isCurrentlySubmittedToQueue: false });
    const { client } = await setting([inState("TESTING"), gone, merged], {
      onWarning: (sentence) => warnings.push(sentence),
    });
    expect(await waitForOutcome(client, PULL_REQUEST)).toMatchObject({ state: "TELEPORTED", polls: 2 });
    expect(warnings).toEqual([]);
  });

  it("follows a submission that took the place of the one before, and says so", async () => {
    const warnings: string[] = [];
    const [first, second] = [inState("TESTING", { id: "a" }), inState("TESTING", { id: "b" })];
    const { client } = await setting([first, first, second, second, merged], {
      onWarning: (sentence) => warnings.push(sentence),
    });
    await waitForOutcome(client, PULL_REQUEST);
    expect(warnings[0]).toBe(
      '#412 was submitted again meanwhile: its entry was "a" and is "b", which the wait follows.',
    );
  });

  it("takes no answer about another pull request", async () => {
    const { client } = await setting([
      inState("MERGED", { prNumber: 7 }),
      inState("TESTING"),
      inState("FAILED"),
    ]);
    const troubles: unknown[] = [];
    const outcome = await waitForOutcome(client, PULL_REQUEST, {
      heartbeatMs: 0,
      onHeartbeat: ({ trouble }) => troubles.push(trouble?.detail),
    });
    expect([outcome.state, troubles[0]]).toEqual(["FAILED", "it is about #7, and #412 was requested"]);
  });

  it("keeps asking while the service leaves the state out", async () => {
    const stateless = { ...submitted(), state: undefined };
    const { client } = await setting([answersJson(200, stateless), answersJson(200, stateless), merged]);
    const seen: unknown[] = [];
    const outcome = await waitForOutcome(client, PULL_REQUEST, {
      heartbeatMs: 0,
      onHeartbeat: ({ trouble }) => seen.push(trouble?.detail),
    });
    const missing = "its field state is missing";
    expect([seen, outcome.state, outcome.polls]).toEqual([[missing, missing], "MERGED", 3]);
  });

  it("sees the end that a service shows with nothing but the state", async () => {
    const sparse = (state: string) => answersJson(200, { state });
    const { client } = await setting([sparse("TESTING"), sparse("MERGED")]);
    expect(await waitForOutcome(client, PULL_REQUEST)).toMatchObject({ state: "MERGED", polls: 2 });
  });

  it("warns once of states that it does not know", async () => {
    const warnings: string[] = [];
    const { client } = await setting([inState("TELEPORTING"), inState("SINGING"), merged], {
      onWarning: (sentence) => warnings.push(sentence),
    });
    expect((await waitForOutcome(client, PULL_REQUEST)).state).toBe("MERGED");
    expect(warnings).toEqual(["#412 is TELEPORTING, an unknown state; the wait continues."]);
  });

  it("polls give or take a fifth of the interval", async () => {
    const chances = [0, 1, 0.5];
    const random = () => chances.shift() ?? 0.5;
    const { client, clock } = await setting(
      [inState("TESTING"), inState("TESTING"), inState("TESTING"), merged],
      {
        random,
      },
    );
    await waitForOutcome(client, PULL_REQUEST, { pollIntervalMs: 1000 });
    expect(clock.sleeps).toEqual([800, 1200, 1000]);
  });

  it("beats when nothing changes", async () => {
    const { client, clock } = await setting([inState("TESTING")]);
    const beats: number[] = [];
    await waitErrorOf(client, {
      pollIntervalMs: 10_000,
      heartbeatMs: 30_000,
      deadline: Deadline.after(100_000, clock),
      onHeartbeat: ({ waitedMs }) => beats.push(waitedMs),
    });
    expect(beats).toEqual([30_000, 60_000, 90_000]);
  });

  it("tells the place in line when it is asked to", async () => {
    const queue = answersJson(
      200,
      aQueueReply({ enqueuedPullRequests: [submitted({ prNumber: 7 }), submitted()] }),
    );
    const script = [
      inState("PENDING"),
      queue,
      inState("PENDING"),
      inState("TESTING"),
      answers(500),
      inState("FAILED"),
    ];
    const { client, server } = await setting(script);
    const seen: unknown[] = [];
    const report = ({ position }: Progress) => seen.push(position);
    const options = { pollIntervalMs: 1000, positionIntervalMs: 2000, heartbeatMs: 1000 };
    await waitForOutcome(client, PULL_REQUEST, { ...options, onChange: report, onHeartbeat: report });
    const known = { place: 2, ahead: [7] };
    expect(seen).toEqual([null, known, known, null]);
    expect(server.requests.filter(({ path }) => path.endsWith("/getQueue"))).toHaveLength(2);
  });
});

describe("an earlier submission that had ended", () => {
  const old = { id: "e1", stateChangedAt: "2026-03-01T00:00:00.000Z" };
  const [oldMerged, oldFailed] = [inState("MERGED", old), inState("FAILED", old)];
  const ended = (state: string) => ({ ...old, state });
  const states = async (client: MergeQueueClient, options: WaitOptions) => {
    const { history } = await waitForOutcome(client, PULL_REQUEST, options);
    return history.map(({ state }) => state);
  };

  it.each([
    ["MERGED", oldMerged],
    ["FAILED", oldFailed],
  ])("and is still shown as %s ends nothing, and is no part of the history", async (state, shown) => {
    const { client } = await setting([shown, shown, inState("TESTING"), merged]);
    expect(await states(client, { earlierSubmission: ended(state) })).toEqual(["TESTING", "MERGED"]);
  });

  it("is told from a new one that ends in the same state", async () => {
    const again = inState("FAILED", { ...old, stateChangedAt: "2026-03-02T00:00:00.000Z" });
    const { client } = await setting([oldFailed, again]);
    expect(await states(client, { earlierSubmission: ended("FAILED") })).toEqual(["FAILED"]);
  });

  it("is told from a new one by what was seen in between, where the service dates nothing", async () => {
    const undated = (state: string) => answersJson(200, { state });
    const { client } = await setting([undated("FAILED"), undated("TESTING"), undated("FAILED")]);
    const earlierSubmission = { id: undefined, state: "FAILED", stateChangedAt: undefined };
    expect(await states(client, { earlierSubmission })).toEqual(["TESTING", "FAILED"]);
  });

  it("is told from one that ends otherwise, whenever that was", async () => {
    const { client } = await setting([oldFailed, oldMerged]);
    expect(await states(client, { earlierSubmission: ended("FAILED") })).toEqual(["MERGED"]);
  });

  it("ends the wait when nothing else is shown for the grace", async () => {
    const { client } = await setting([oldMerged]);
    const error = await waitErrorOf(client, {
      pollIntervalMs: 1000,
      graceMs: 5000,
      earlierSubmission: ended("MERGED"),
    });
    expect([error.kind, error.progress.value, error.progress.waitedMs]).toEqual(["notFound", null, 5000]);
    expect(error.message).toMatch(/still shows the earlier submission, which ended as MERGED/);
  });

  const gone = { isCurrentlySubmittedToQueue: false, ...old };
  it.each([
    ["is remembered when it has ended", inState("merged", gone), ended("MERGED")],
    ["is none while it goes on", inState("TESTING"), null],
    ["is none when the pull request is not known", unknown, null],
  ])("%s", async (_fact, fault, expected) => {
    const { client } = await setting([fault]);
    expect(await earlierSubmissionOf(client, PULL_REQUEST)).toEqual(expected);
  });

  it("is not guessed when the service does not tell", async () => {
    const { client } = await setting([answers(500)], { retries: 0 });
    await expect(earlierSubmissionOf(client, PULL_REQUEST)).rejects.toMatchObject({ kind: "serverFailed" });
  });
});

it("keeps the first and the last stays of a history that is long, and counts the others", async () => {
  const script = Array.from({ length: 100 }, (_, index) => inState(`S${index}`));
  const { client } = await setting([...script, merged]);
  const { history, omittedPeriods } = await waitForOutcome(client, PULL_REQUEST, { pollIntervalMs: 1000 });
  const kept = history.map(({ state, ms }) => `${state} ${ms}`);
  expect([kept.length, kept[0], kept[19], kept[20], kept[39], omittedPeriods]).toEqual([
    40,
    "S0 1000",
    "S19 1000",
    "S81 1000",
    "MERGED 0",
    61,
  ]);
});

describe("a wait survives", () => {
  const passing: readonly (readonly [fact: string, script: readonly Fault[]])[] = [
    ["a reset", [resetsBeforeHeaders]],
    ["a hang", [hangs]],
    ["a 500", [answers(500)]],
    ["a 503 of a proxy", [answers(503, "<html>down</html>", { "content-type": "text/html" })]],
    ["a 200 with a page of a proxy", [answers(200, "<html>down</html>")]],
    ["an answer of the wrong type", [answersJson(200, { state: 7 })]],
    ["an answer without the state", [answersJson(200, {})]],
    ["a 429", [answers(429)]],
    ["a redirect to a page", [answers(302, "", { location: "/maintenance" })]],
    ["a 404 right after the submission", [unknown, unknown, unknown]],
    ["a few 401", [answers(401), answers(401), answers(401)]],
    ["a queue that is not known for a moment", [refused(404, "MERGE_QUEUE_NOT_FOUND")]],
    ["a 408", [answers(408)]],
    ["a 425", [answers(425)]],
    ["a 403 with a page of a proxy", [blocked]],
    ["a 400 with a page of a proxy", [answers(400, "<html>what?</html>")]],
  ];
  for (const [fact, script] of passing) {
    it(fact, async () => {
      const { client } = await setting([inState("TESTING"), ...script, merged], { attemptTimeoutMs: 1000 });
      const outcome = await waitForOutcome(client, PULL_REQUEST);
      expect([outcome.state, outcome.polls]).toEqual(["MERGED", script.length + 2]);
      expect(outcome.history.map(({ state }) => state)).toEqual(["TESTING", "MERGED"]);
    });
  }

  it("a restart of the server", async () => {
    const { client, clock, server } = await setting([inState("TESTING")]);
    const { port } = server;
    clock.duringSleep = async (sleeps) => {
      if (sleeps === 1) await server.close();
      if (sleeps === 4) await start([merged], port);
    };
    const troubles: unknown[] = [];
    const outcome = await waitForOutcome(client, PULL_REQUEST, {
      heartbeatMs: 0,
      onHeartbeat: ({ trouble }) => troubles.push(trouble?.kind),
    });
    expect(outcome).toMatchObject({ state: "MERGED", polls: 5 });
    expect(troubles).toEqual([undefined, "unreachable", "unreachable", "unreachable"]);
  });

  it("trouble by asking less often, up to a limit", async () => {
    const { client, clock } = await setting([
      ...Array<Fault>(5).fill(answers(500)),
      inState("TESTING"),
      merged,
    ]);
    await waitForOutcome(client, PULL_REQUEST, { pollIntervalMs: 1000 });
    expect(clock.sleeps).toEqual([2000, 4000, 4000, 4000, 4000, 1000]);
  });

  it("a Retry-After by waiting, a minute at most", async () => {
    const asks = (seconds: string) => answers(429, "", { "retry-after": seconds });
    const { client, clock } = await setting([asks("20"), asks("9999"), merged]);
    await waitForOutcome(client, PULL_REQUEST, { pollIntervalMs: 1000 });
    expect(clock.sleeps).toEqual([20_000, 60_000]);
  });
});

describe("a wait ends", () => {
  const lasting: readonly (readonly [fact: string, fault: Fault, kind: string])[] = [
    ["a 403", answers(403), "forbidden"],
    ["a 400", refused(400, "VALIDATION_FAILED"), "refused"],
  ];
  const aboutAccess: typeof lasting = [
    ["a 401", answers(401), "unauthorized"],
    ["a queue that is not there", refused(404, "MERGE_QUEUE_NOT_FOUND"), "notFound"],
    ["a repository that is not served", refused(404, "REPOSITORY_NOT_FOUND"), "notFound"],
  ];
  for (const [fact, fault, kind] of aboutAccess) {
    it(`at once on ${fact} from the beginning`, async () => {
      const { client } = await setting([fault, merged]);
      const error = await waitErrorOf(client, { pollIntervalMs: 1000 });
      expect([error.kind, error.progress.polls]).toEqual([kind, 1]);
    });

    it(`a minute after the first ${fact} of many, with that reason`, async () => {
      const { client, clock } = await setting([inState("TESTING"), fault]);
      const error = await waitErrorOf(client, { pollIntervalMs: 15_000 });
      expect([error.kind, error.progress.polls, clock.now()]).toEqual([kind, 6, 15_000 + 60_000]);
    });
  }

  for (const [fact, fault, kind] of lasting) {
    it(`at once on ${fact}`, async () => {
      const { client } = await setting([inState("TESTING"), fault, merged]);
      const error = await waitErrorOf(client, { pollIntervalMs: 1000 });
      expect([error.kind, error.progress.polls, statesOf(error.progress)]).toEqual([kind, 2, "TESTING 1000"]);
    });
  }

  it("when the page of a proxy outlasts the grace", async () => {
    const { client } = await setting([inState("TESTING"), blocked]);
    const error = await waitErrorOf(client, { pollIntervalMs: 1000, graceMs: 10_000 });
    expect([error.kind, error.status]).toEqual(["forbidden", 403]);
  });

  it("when a 404 outlasts the grace", async () => {
    const { client } = await setting([inState("TESTING"), unknown]);
    const error = await waitErrorOf(client, { pollIntervalMs: 1000, graceMs: 10_000 });
    expect(error).toMatchObject({ kind: "notFound", code: "PR_NOT_FOUND", status: 404 });
    expect(error.progress.waitedMs).toBe(1000 + 10_000);
  });

  it("counts the grace anew after an answer", async () => {
    const script = [unknown, unknown, unknown, inState("PENDING"), unknown, unknown, unknown, merged];
    const { client } = await setting(script);
    const outcome = await waitForOutcome(client, PULL_REQUEST, { pollIntervalMs: 1000, graceMs: 3000 });
    expect(outcome.state).toBe("MERGED");
  });

  it("at the deadline, and says what was seen last", async () => {
    const { client, clock } = await setting([inState("PENDING"), inState("TESTING"), answers(500)]);
    const error = await waitErrorOf(client, { pollIntervalMs: 1000, deadline: Deadline.after(9500, clock) });
    expect(error).toMatchObject({ kind: "deadlinePassed", endpoint: "getSubmittedPullRequest" });
    expect(error.detail).toMatch(
      /^the last state was TESTING; reading the pull request: the service failed \(500\)/,
    );
    expect([error.progress.state, statesOf(error.progress)]).toEqual([
      "TESTING",
      "PENDING 1000, TESTING 8500",
    ]);
    expect(clock.now()).toBe(9500);
  });

  it("at the client's deadline when that is sooner", async () => {
    const clock = new JumpingClock();
    const { client } = await setting([inState("TESTING")], { clock, deadline: Deadline.after(2500, clock) });
    const error = await waitErrorOf(client, { pollIntervalMs: 1000, deadline: Deadline.after(9999, clock) });
    expect([error.kind, clock.now()]).toEqual(["deadlinePassed", 2500]);
  });

  it("at the deadline even when the service hangs", async () => {
    const server = await start([inState("TESTING"), hangs]);
    const client = aClient(server.apiUrl, { attemptTimeoutMs: 60_000 });
    const error = await waitErrorOf(client, { pollIntervalMs: 1, deadline: Deadline.after(300) });
    expect([error.kind, error.progress.state]).toEqual(["deadlinePassed", "TESTING"]);
  });

  it("at once when it is aborted between two polls", async () => {
    const server = await start([inState("TESTING")]);
    const controller = new AbortController();
    const error = await waitErrorOf(aClient(server.apiUrl), {
      pollIntervalMs: 60_000,
      signal: controller.signal,
      onChange: () => setImmediate(() => controller.abort()),
    });
    expect([error.kind, error.progress.state]).toEqual(["aborted", "TESTING"]);
  });

  it("at once when the client is aborted in the middle of a poll", async () => {
    const server = await start([hangs]);
    const controller = new AbortController();
    const wait = waitErrorOf(aClient(server.apiUrl, { signal: controller.signal, attemptTimeoutMs: 60_000 }));
    while (server.requests.length === 0) await new Promise(setImmediate);
    controller.abort();
    expect((await wait).kind).toBe("aborted");
  });
});
