/** What a version does not act on is refused, never accepted for show; some of it is acted on where there is GitHub. */
import { expect, it } from "@jest/globals";
import { DEFAULT_QUEUE_SETTINGS } from "../../../../src/domain/queue-settings.js";
import { settingsChange } from "../../../../src/service/api/built-settings.js";
import { wishesProblem } from "../../../../src/service/api/wanted-settings.js";

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
