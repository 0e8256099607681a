/** A changed setting holds from the next decision; what is under way stays as it is. */
import { describe, expect, it } from "@jest/globals";
import { decide } from "../../../src/engine/decide.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import {
  after,
  aQueue,
  changed,
  landed,
  passed,
  reported,
  runNamed,
  story,
  submitted,
} from "../../support/queue-builder.js";

const full = after(aQueue({ concurrency: 2 }), submitted(1), submitted(2), submitted(3), submitted(4));

describe("a changed setting", () => {
  it("starts more tests at once when concurrency is raised", () => {
    expect(picture(after(full, changed({ concurrency: 4 })))).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running <- #4+1+2+3 running",
    );
  });

  it("lets running tests finish when concurrency is lowered, and starts none above it", () => {
    const lowered = after(full, changed({ concurrency: 1 }));
    expect(picture(lowered)).toBe("main <- #1 running <- #2+1 running | waiting #3 #4");
    expect(picture(after(lowered, passed("1"), landed()))).toBe("main <- #2 running | waiting #3 #4");
    expect(picture(after(lowered, passed("1"), landed(), passed("2"), landed()))).toBe(
      "main <- #3 running | waiting #4",
    );
  });

  it("leaves a running test with the checks it started with", () => {
    const queue = after(full, changed({ requiredStatuses: ["unit", "lint"] }), passed("1"), landed());
    expect(runNamed(queue, "2").requiredStatuses).toEqual(["tests"]);
    expect(runNamed(queue, "2+3").requiredStatuses).toEqual(["unit", "lint"]);
    expect(picture(after(queue, reported("2+3", { tests: "success", unit: "success" })))).toBe(
      picture(queue),
    );
  });

  it("has the next test branches built by the new merge method", () => {
    const { effects } = story(full, changed({ mergeMethod: "rebase" }), passed("1"));
    expect(effects.at(-1)).toMatchObject({ kind: "startTestRun", mergeMethod: "rebase" });
  });

  it("is refused by a queue that switches to no mode, which cannot be", () => {
    const odd: Queue = { ...full, state: "switchingModes" };
    const settings = { concurrency: 4 };
    expect(() => decide(odd, { kind: "settingsChanged", at: full.now, settings, state: null })).toThrow(
      "the queue switches to no mode",
    );
  });

  it("keeps the settings that were not named", () => {
    const { settings } = after(full, changed({ mergeMethod: "rebase" }));
    expect(settings).toEqual({ ...full.settings, mergeMethod: "rebase" });
  });
});
