/**
 * What must be true of every decision, judged by what the world itself has seen and not by what the engine believes.
 * Who depends on whom is worked out here once more, on purpose.
 */
import type { CommitId } from "../../src/domain/ids.js";
import type { ReasonCode } from "../../src/domain/reason.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { EffectOf } from "../../src/engine/model/effect.js";
import type { Entry, Queue } from "../../src/engine/model/queue.js";
import {
  type Commit,
  commitsSince,
  type HeadName,
  headsOn,
  isInConflict,
  isOnBranch,
  isSame,
  nameOf,
  shareTargets,
  type World,
} from "./small-world.js";

/** How many test runs must have failed on nothing but landed heads and the entry before it is blamed. */
const FAILURES_NEEDED: ReadonlyMap<ReasonCode, number> = new Map([
  ["TEST_RUN_REQUIRED_STATUS_FAILED", 2],
  ["TEST_RUN_TIMEOUT", 2],
  ["TEST_RUN_FAILED_BY_OPTIMIZATION", 1],
]);
const LANDED_BY_QUEUE: ReadonlySet<ReasonCode> = new Set(["MERGE_GRAPH_MERGE", "MERGE_GRAPH_DIRECT_MERGE"]);

/** `world` is the one the decision was made in, with what its event told. */
export function brokenTruths(world: World, decision: Decision): readonly string[] {
  const { queue, effects, concluded } = decision;
  return [
    ...landingStrangers(queue),
    ...movesOfNobody(world, decision),
    ...concluded.flatMap((entry) => [...liesAbout(world, queue, entry)]),
    ...(effects.some(({ kind }) => kind === "startTestRun") ? slotTroubles(queue, effects) : []),
    ...effects.flatMap((effect) =>
      effect.kind === "prepareLanding" ? [...preparationTroubles(world, queue, effect)] : [],
    ),
    ...effects.flatMap((effect) => (effect.kind === "land" ? [...otherTrees(world, queue, effect)] : [])),
  ];
}

/** Whoever has left, or has another head by now, does not land. */
function landingStrangers({ landing, entries }: Queue): readonly string[] {
  if (landing === null) return [];
  return landing.heads
    .filter(({ pullRequest, headSha }) =>
      entries.every(({ facts }) => facts.number !== pullRequest || facts.headSha !== headSha),
    )
    .map(({ pullRequest }) => `#${pullRequest} is to land, and is not in the queue`);
}

/** Nobody's tests start again because the branch moved, where it stands on what they hold; a landing called off does. */
function movesOfNobody(world: World, { queue, endedRuns, landed }: Decision): readonly string[] {
  const hasMoved = queue.tip !== world.queue.tip && landed === null;
  if (endedRuns.length === 0 || hasMoved) return [];
  const before = new Set(world.queue.entries.map(({ reason }) => reason));
  const told = queue.entries.filter(
    ({ reason }) => !before.has(reason) && / is now at .* start again/.test(reason?.sentence ?? ""),
  );
  const { tip } = queue;
  const made = world.commits.get(tip)?.merges;
  const isTip = (commit: CommitId): boolean =>
    commit === tip || (commit === made && isSame(world, commit, tip));
  return endedRuns
    .filter(({ run }) => run.id !== world.queue.landing?.run)
    .filter(({ run }) => told.some(({ facts }) => run.own.includes(facts.number)))
    .filter(({ run }) => run.commits.slice(0, -1).some(isTip))
    .map(({ run }) => `the tests of #${run.own.join(", #")} start again, and nobody moved the branch`);
}

/** Who is told to have landed has; who is told to have left is not on the branch, and had its fair trial. */
function* liesAbout(world: World, queue: Queue, entry: Entry): Iterable<string> {
  const { facts, ended, reason } = entry;
  const head = { pullRequest: facts.number, headSha: facts.headSha };
  const isBelievedLanded = ended === "merged" && reason !== null && LANDED_BY_QUEUE.has(reason.code);
  if (isBelievedLanded && !world.landed.has(nameOf(head)))
    yield `#${facts.number} is merged but never landed`;
  if (ended !== "failed" && ended !== "cancelled") return;
  if (isOnBranch(world, head)) yield `#${facts.number} is ${ended} but on the branch`;
  if (ended === "cancelled" || reason === null) return;
  if (reason.code === "START_TEST_RUN_MERGE_CONFLICT" && !isInConflict(world, queue.tip, facts.number)) {
    yield `#${facts.number} merges on the branch, and was failed for a conflict`;
  }
  const needed = FAILURES_NEEDED.get(reason.code) ?? 0;
  if (needed > 0 && failuresOf(world, queue, head) < needed) {
    yield `#${facts.number} was blamed without ${needed} failures of nothing but itself on what has landed`;
  }
}

/** How many test runs have failed on nothing but this head and what has landed. */
export function failuresOf(world: World, queue: Queue, head: HeadName): number {
  const name = nameOf(head);
  const onTip = headsOn(world, queue.tip);
  return world.failures.filter(({ commit }) => {
    const heads = headsOn(world, commit);
    if (!heads.has(name)) return false;
    return [...heads].every((other) => other === name || onTip.has(other) || world.landed.has(other));
  }).length;
}

/** Counted once more: what is built or tested in the line and beside it, hedges too, each within its own limit. */
function slotTroubles(queue: Queue, effects: Decision["effects"]): readonly string[] {
  const { concurrency, bisectionConcurrency } = queue.settings;
  // A single entry that is tested once more takes a slot of the line.
  const besideIds = queue.beside
    .filter(({ isRetried, splitFrom }) => !isRetried || splitFrom !== null)
    .map(({ id }) => id);
  const busy = [...queue.runs, ...queue.hedges].filter(
    ({ progress }) => progress.kind === "building" || progress.kind === "running",
  );
  const beside = busy.filter(({ batch }) => besideIds.includes(batch)).length;
  const inLine = busy.length - beside;
  const started = effects.flatMap((effect) => (effect.kind === "startTestRun" ? [effect.run] : []));
  const startsBeside = busy.some(({ id, batch }) => started.includes(id) && besideIds.includes(batch));
  const startsInLine = busy.some(({ id, batch }) => started.includes(id) && !besideIds.includes(batch));
  if (bisectionConcurrency === 0) {
    return busy.length > concurrency ? [`${busy.length} test runs at once, where ${concurrency} may be`] : [];
  }
  const limitBeside = bisectionConcurrency ?? concurrency;
  return [
    ...(startsInLine && inLine > concurrency ? [`${inLine} test runs in a line of ${concurrency}`] : []),
    ...(startsBeside && beside > limitBeside ? [`${beside} test runs beside a line of ${limitBeside}`] : []),
  ];
}

/** What is put on the tip was tested, and everything that came between shares no target with it. */
function* preparationTroubles(
  world: World,
  queue: Queue,
  order: EffectOf<"prepareLanding">,
): Iterable<string> {
  if (order.onto !== queue.tip) yield "a landing is prepared elsewhere than on the tip";
  if (!world.commits.has(order.tested)) {
    yield* directTroubles(world, queue, order);
    return;
  }
  if (!world.proven.has(order.tested)) yield "a landing is prepared of what did not pass";
  const between = commitsSince(world, order.testedOn, order.onto);
  if (between === null) {
    yield "a landing is prepared of what was tested on another branch";
    return;
  }
  const tested = headsOn(world, order.tested);
  for (const name of [...order.heads].map(nameOf)) {
    if (!tested.has(name)) yield `${name} is to land without having been tested`;
  }
  yield* strangerTroubles(world, queue, order, between, tested);
  const then = new Set([...headsOn(world, order.onto), ...order.heads.map(nameOf)]);
  for (const name of tested)
    if (!then.has(name)) yield `what is to land was tested with ${name}, which is not there`;
}

function* strangerTroubles(
  world: World,
  { settings }: Queue,
  { heads }: EffectOf<"prepareLanding">,
  between: readonly Commit[],
  tested: ReadonlySet<string>,
): Iterable<string> {
  for (const { head: stranger } of between) {
    if (stranger === null) yield "what is to land was tested without a commit pushed by others";
    else if (!tested.has(nameOf(stranger))) {
      for (const head of heads) {
        if (settings.mode === "single" || shareTargets(world, head, stranger)) {
          yield `#${head.pullRequest} is to land past #${stranger.pullRequest}, which it depends on`;
        }
      }
    }
  }
}

/** What lands on the evidence of its head is the tree that the evidence is about. */
function* otherTrees(world: World, { landing }: Queue, { tree }: EffectOf<"land">): Iterable<string> {
  if (landing?.proof.kind !== "direct") return;
  const tested = world.told.get(landing.proof.head)?.headEvidence?.tree ?? tree;
  if (tested !== tree) yield `${landing.proof.head} merges directly, and its checks tested another tree`;
}

/** Its own checks passed, on the very tip, and nobody it depends on has a place. */
function* directTroubles(
  world: World,
  queue: Queue,
  { heads, onto }: EffectOf<"prepareLanding">,
): Iterable<string> {
  const [head] = heads;
  if (head === undefined || heads.length > 1) {
    yield "a direct merge is not of one head";
    return;
  }
  const facts = world.told.get(head.headSha);
  if (facts?.basedOn !== onto) yield `#${head.pullRequest} merges directly, but not from the tip`;
  if (facts?.ownChecksPassed !== true) yield `#${head.pullRequest} merges directly without its own checks`;
  const { headEvidence: evidence } = facts ?? {};
  if (evidence !== undefined && evidence.sameJobsOn.length < 10)
    yield `#${head.pullRequest} merges directly, compared with ${evidence.sameJobsOn.length} test branches`;
  // Whoever is given a place in this very decision comes behind it.
  const before = new Set([...world.queue.line, ...world.queue.beside].flatMap(({ entries }) => entries));
  const present = [...queue.line, ...queue.beside]
    .flatMap(({ entries }) => entries)
    .filter((entry) => before.has(entry));
  for (const { facts: other } of queue.entries) {
    if (!present.includes(other.number)) continue;
    const ahead = { pullRequest: other.number, headSha: other.headSha };
    if (queue.settings.mode === "single" || shareTargets(world, head, ahead)) {
      yield `#${head.pullRequest} merges directly past #${other.number}`;
    }
  }
}
