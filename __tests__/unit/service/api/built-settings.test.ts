/** What a version does not act on is refused, never accepted for show; some of it is acted on where there is GitHub. */
import { describe, expect, it } from "@jest/globals";
import {
  DEFAULT_QUEUE_SETTINGS,
  type QueueSettings,
  type ReadinessChecks,
} from "../../../../src/domain/queue-settings.js";
import { settingsChange } from "../../../../src/service/api/built-settings.js";
import { wantedSettings, wishesProblem } from "../../../../src/service/api/wanted-settings.js";

const SEEN = {
  commentsEnabled: false,
  statusCheckEnabled: false,
  stateLabelsEnabled: true,
  createPrsForTestingBranches: false,
};
const WANTED = { ...DEFAULT_QUEUE_SETTINGS, ...SEEN };

it("takes on GitHub what is seen there", () => {
  expect(settingsChange(DEFAULT_QUEUE_SETTINGS, WANTED, "github")).toEqual({ ok: true, changed: SEEN });
});

describe("which checks keep a pull request waiting", () => {
  const { readinessChecks: _, ...older } = DEFAULT_QUEUE_SETTINGS;

  it.each([
    ["a new queue", DEFAULT_QUEUE_SETTINGS],
    ["a queue that was made before it was known", older],
  ])("is the default of %s, and may be changed and changed back", (__, current) => {
    const change = (from: QueueSettings, readinessChecks?: ReadinessChecks) =>
      settingsChange(
        from,
        wantedSettings(from, readinessChecks === undefined ? {} : { readinessChecks }),
        "github",
      );
    expect(change(current)).toEqual({ ok: true, changed: {} });
    expect(change(current, "reported")).toEqual({ ok: true, changed: {} });
    expect(change(current, "required")).toEqual({ ok: true, changed: { readinessChecks: "required" } });
    const required = { ...current, readinessChecks: "required" } as const;
    expect(change(required)).toEqual({ ok: true, changed: {} });
    expect(change(required, "reported")).toEqual({ ok: true, changed: { readinessChecks: "reported" } });
  });

  it("is refused where there is no GitHub, with what holds", () => {
    const wanted = wantedSettings(older, { readinessChecks: "required" });
    expect(settingsChange(older, wanted, "plain-git")).toMatchObject({
      ok: false,
      problem: expect.stringContaining('readinessChecks (only "reported")'),
    });
  });
});

it("refuses elsewhere what nobody would see", () => {
  expect(settingsChange(DEFAULT_QUEUE_SETTINGS, WANTED, "plain-git")).toMatchObject({
    ok: false,
    problem: expect.stringContaining("commentsEnabled (only true)"),
  });
});

it("takes no label for an order that shows a state", () => {
  expect(wishesProblem({ enqueueingLabel: "Merge-Queue-Testing" })).toContain("Merge-Queue-Testing");
  expect(wishesProblem({ enqueueingLabel: "merge-queue-submit" })).toBeNull();
});
