/**
 * Everything at the front of the line that passed lands in one move: the branch is pushed to the very commit that was
 * tested last, which every batch in front of it has a pass of its own for. The intent is stored before the push, and
 * nothing else lands until its answer is here.
 */
import { concludesEntries } from "../lookup.js";
import { planOf } from "../plan.js";
import type { Landing, Queue } from "../queue.js";
import type { Step } from "../rule.js";

export function landPassedHeads(queue: Queue): Step | null {
  if (!concludesEntries(queue.state) || queue.landing !== null) return null;
  const landing = nextLanding(queue);
  if (landing === null) return null;
  const { run, expectedTip, newTip, tree } = landing;
  const { targetBranch } = queue;
  return {
    queue: { ...queue, landing },
    orders: [{ kind: "land", run, targetBranch, expectedTip, newTip, tree }],
  };
}

function nextLanding(queue: Queue): Landing | null {
  const { places } = planOf(queue);
  const open = places.findIndex(({ run, landed }) => landed === null || run?.progress.kind !== "passed");
  const passed = open === -1 ? places : places.slice(0, open);
  const last = passed.at(-1);
  if (!last?.run || last.landed === null) return null;
  const newTip = last.run.commits.at(-1);
  const { tree } = last.run;
  if (newTip === undefined || tree === null)
    throw new Error(`test run ${last.run.id} passed without a commit`);
  return {
    run: last.run.id,
    expectedTip: queue.tip,
    newTip,
    tree,
    heads: last.run.contains.slice(last.landed),
    batches: passed.map(({ batch }) => batch.id),
  };
}
