/** What a wait shows: a line that is written again and again on a terminal, a line per change in a log. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { Screen, withProgress } from "../../../../src/cli/client/screen.js";
import { WaitDisplay } from "../../../../src/cli/client/waiting.js";
import { THIS_PROCESS } from "../../../../src/cli/surroundings.js";
import { failureBeforeSending, MergeQueueError } from "../../../../src/client/errors.js";
import type { Progress } from "../../../../src/client/wait.js";
import { submitted } from "../../../support/client-samples.js";

const CLEAR = "\r\u001b[K";
let now = 0;
let written = "";
const displays: WaitDisplay[] = [];

afterEach(() => {
  for (const display of displays.splice(0)) display.end();
});

interface Place {
  readonly columns?: number;
  readonly isQuiet?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

function displayOn({ columns, isQuiet = false, environment = {} }: Place): WaitDisplay {
  now = 0;
  written = "";
  const write = (text: string) => {
    written += text;
  };
  const stderr = { isTTY: columns !== undefined, columns: columns ?? 0, write };
  const surroundings = { ...THIS_PROCESS, environment, stderr };
  const screen = new Screen(surroundings, { command: "submit", isJson: false, isQuiet });
  const display = new WaitDisplay(screen, "#412", { now: () => now });
  displays.push(display);
  return display;
}

function taken(): string {
  const text = written;
  written = "";
  return text;
}

function progress(changes: Partial<Progress> = {}): Progress {
  const value = submitted({ state: "TESTING", stateReasonText: "why" });
  return {
    value,
    state: value.state,
    stateReason: null,
    history: [],
    omittedPeriods: 0,
    waitedMs: now,
    polls: 1,
    position: { place: 2, ahead: [410] },
    queueState: "RUNNING",
    queueStateReason: null,
    failedTestRuns: [],
    answeredAt: Date.UTC(2026, 0, 2, 12, 4, 10),
    trouble: null,
    ...changes,
  };
}

const trouble = new MergeQueueError("getSubmittedPullRequest", failureBeforeSending("attemptTimedOut"), 1);

describe("a wait in a log", () => {
  it("is a line per change", () => {
    const display = displayOn({});
    display.show(progress());
    expect(taken()).toBe("0 ms: #412 TESTING; position 2, behind #410; why\n");
    now = 5000;
    display.show(progress());
    expect(taken()).toBe("");
    display.show(progress({ position: { place: 1, ahead: [] } }));
    expect(taken()).toBe("5.0 s: #412 TESTING; position 1, first in the queue; why\n");
    display.show(progress({ position: null, trouble }));
    expect(taken()).toBe(
      "5.0 s: #412 TESTING; the service has not answered since 12:04:10 UTC; retrying " +
        "(reading the pull request: no answer in time); why\n",
    );
  });

  it("says that the queue is paused, also on a terminal", () => {
    for (const place of [{}, { columns: 200 }]) {
      const display = displayOn(place);
      display.show(progress());
      taken();
      display.show(progress({ queueState: "PAUSED" }));
      expect(taken()).toContain("; the queue is PAUSED: nothing merges until its state is RUNNING; why\n");
    }
  });

  it("says who paused the queue and why, and prints another reason as a line", () => {
    const display = displayOn({ columns: 200 });
    const paused = { queueState: "PAUSED", queueStateReason: "mona paused it: release freeze." };
    display.show(progress(paused));
    expect(taken()).toContain("; the queue is PAUSED: mona paused it: release freeze; why\n");
    display.show(progress({ ...paused, queueStateReason: "mona paused it: a hotfix." }));
    expect(taken()).toContain("; the queue is PAUSED: mona paused it: a hotfix; why\n");
  });

  it("says something every minute", () => {
    const display = displayOn({});
    display.show(progress());
    taken();
    now = 59_999;
    display.show(progress());
    expect(taken()).toBe("");
    now = 60_000;
    display.show(progress());
    expect(taken()).toMatch(/^1 min 0 s: #412 TESTING/);
  });

  it("says nothing when it is to be quiet", () => {
    displayOn({ isQuiet: true }).show(progress());
    displayOn({ isQuiet: true, columns: 80 }).show(progress());
    expect(taken()).toBe("");
  });

  it("shows what is not known before the first answer", () => {
    displayOn({}).show(progress({ value: null, state: null, position: null, trouble }));
    expect(taken()).toMatch(/^0 ms: #412 not known yet; the service has not answered/);
  });
});

describe("a wait on a terminal", () => {
  it("is a line that lives on while the time passes, and goes away at the end", () => {
    const display = displayOn({ columns: 80 });
    display.show(progress());
    const line = "#412 TESTING; position 2, behind #410; why";
    expect(taken()).toBe(`0 ms: ${line}\n${CLEAR}0 ms: ${line}`);
    now = 3000;
    display.redraw();
    expect(taken()).toBe(`${CLEAR}3.0 s: ${line}`);
    display.end();
    expect(taken()).toBe(CLEAR);
  });

  it("leaves one line per state behind", () => {
    const display = displayOn({ columns: 80 });
    display.show(progress());
    taken();
    display.show(progress({ position: { place: 1, ahead: [] } }));
    expect(taken()).not.toContain("\n");
    display.show(
      progress({ value: submitted({ state: "TESTS_PASSED" }), state: "TESTS_PASSED", position: null }),
    );
    expect(taken()).toBe(
      `${CLEAR}0 ms: #412 TESTS_PASSED\n0 ms: #412 TESTING; position 1, first in the queue; why${CLEAR}0 ms: #412 TESTS_PASSED`,
    );
  });

  it("is a line per change where lines cannot be written again", () => {
    const display = displayOn({ columns: 80, environment: { TERM: "dumb" } });
    display.show(progress());
    expect(taken()).toBe("0 ms: #412 TESTING; position 2, behind #410; why\n");
  });

  it("never wraps, so that it can be taken away", () => {
    const display = displayOn({ columns: 30 });
    display.show(progress({ value: submitted({ stateReasonText: "x".repeat(500) }) }));
    expect(taken().split("\n")[1]).toBe(`${CLEAR}0 ms: #412 TESTING; position `);
    display.show(progress({ position: null, value: submitted({ stateReasonText: "再試行再試行再試行" }) }));
    expect(taken().split(CLEAR).at(-1)).toBe("0 ms: #412 TESTING; 再試行再");
  });
});

describe("the progress of a command that takes long", () => {
  const screenOn = (columns: number | undefined, isQuiet = false) => {
    written = "";
    now = 0;
    const write = (text: string) => {
      written += text;
    };
    const stderr = { isTTY: columns !== undefined, columns: columns ?? 0, write };
    const surroundings = { ...THIS_PROCESS, environment: {}, stderr };
    return new Screen(surroundings, { command: "doctor", isJson: false, isQuiet });
  };
  let tick: () => void = () => undefined;
  let isOver = false;
  const timer = {
    now: () => now,
    every: (_: number, callback: () => void) => {
      tick = callback;
      isOver = false;
      return () => {
        isOver = true;
      };
    },
  };

  it("is one line after a second, and gone before other output and at the end", async () => {
    await withProgress(
      screenOn(80),
      async (show) => {
        show("checking git, webhook");
        expect(taken()).toBe("");
        now = 1000;
        tick();
        expect(taken()).toBe(`${CLEAR}1.0 s: checking git, webhook`);
        show("");
        expect(taken()).toBe(CLEAR);
        show("checking webhook");
        expect(taken()).toBe("");
        now = 2500;
        // A busy process reaches no timer.
        show("checking webhook");
        expect(taken()).toBe(`${CLEAR}2.5 s: checking webhook`);
        return Promise.resolve();
      },
      timer,
    );
    expect([taken(), isOver]).toEqual([CLEAR, true]);
  });

  it("is gone after a failure", async () => {
    const failing = withProgress(
      screenOn(80),
      async (show) => {
        show("reading the log");
        now = 3000;
        tick();
        return Promise.reject(new Error("no store"));
      },
      timer,
    );
    await expect(failing).rejects.toThrow("no store");
    expect([written.endsWith(CLEAR), isOver]).toEqual([true, true]);
  });

  it.each([
    ["without a terminal", undefined, false],
    ["for a program", 80, true],
  ])("is nothing %s", async (_, columns, isQuiet) => {
    isOver = true;
    await withProgress(
      screenOn(columns, isQuiet),
      async (show) => {
        show("reading the log");
        return Promise.resolve();
      },
      timer,
    );
    expect([written, isOver]).toEqual(["", true]);
  });
});
