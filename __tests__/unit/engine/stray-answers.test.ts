/** An answer about something that the queue does not do, or not any more, changes nothing. */
import { expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../src/domain/ids.js";
import { decide } from "../../../src/engine/decide.js";
import type { QueueEvent } from "../../../src/engine/model/event.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { namedCommit, treeOf } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  landed,
  passed,
  restarted,
  runNamed,
  submitted,
  touching,
  unbuilt,
} from "../../support/queue-builder.js";

const lanes = after(
  aQueue({ mode: "parallel" }),
  submitted(1, touching("a")),
  submitted(2, touching("b")),
  passed("2"),
  landed(),
);
const preparing = after(lanes, passed("1"));
const { id: run } = runNamed(lanes, "1");
const at = lanes.now;
const newTip = namedCommit("stray");
const reason = { code: "GITHUB_API_MERGE_PR_FAILED", sentence: "It cannot land." } as const;

const built = { kind: "testRunBuilt", at, run, commits: [newTip], tree: treeOf(newTip) } as const;
const started = {
  kind: "testRunStarted",
  at,
  run,
  requiredStatuses: ["other"],
  requiredStatusesSource: "merge_instance",
} as const;
const stuck = {
  kind: "testRunConflicted",
  at,
  run,
  commits: [],
  pullRequest: pullRequestNumber(1),
  files: [],
} as const;
const unbuiltRestart = after(lanes, unbuilt(restarted(1)));
const { id: unbuiltRun } = runNamed(unbuiltRestart, "1");

it.each<[string, Queue, QueueEvent]>([
  ["that nothing can land", lanes, { kind: "landingFailed", at, run, reason }],
  ["that the branch is elsewhere", lanes, { kind: "landingRefused", at, run, tip: newTip }],
  ["that what lands comes out otherwise", lanes, { kind: "landingDiffers", at, run, files: [] }],
  ["that it is prepared", lanes, { kind: "landingPrepared", at, run, newTip, tree: treeOf(newTip) }],
  ["that it has landed", lanes, { kind: "landed", at, run, newTip }],
  ["that it has landed before it was prepared", preparing, { kind: "landed", at, run, newTip }],
  ["that the test branch of a run that is over is built", after(lanes, restarted(1)), built],
  ["that a run that is over has started", after(lanes, restarted(1)), started],
  ["that a run has started that is not built yet", unbuiltRestart, { ...started, run: unbuiltRun }],
  ["that a run that is over does not merge", after(lanes, restarted(1)), stuck],
  ["that a run does not merge that has started", lanes, stuck],
])("word %s is not believed", (_, queue, event) => {
  const { queue: next } = decide(queue, event);
  expect(next).toEqual(queue);
  expect(next.runs).toBe(queue.runs);
});
