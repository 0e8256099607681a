/** Answers `/HOST/OWNER/NAME/log`: one decision of the log, step by step, as a page or JSON. */
import { assertNever } from "../../../domain/assert-never.js";
import type { Repository } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentEntryState, presentTime, type StateCase } from "../../http/serialize.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { answerPage } from "../answer-page.js";
import { LogPage } from "../pages/log-page.js";
import type { Problem } from "../pages/problem-page.js";
import { type LogView, logViewOf } from "../reading/log-view.js";
import { answerProblem, frameOf, type Serving, wantsJson } from "../serving.js";
import type { Reader } from "../session/reader.js";
import { type AddressProblem, answerAddressProblem, forQueue, timeIn, unknownValue } from "./for-queue.js";

export async function showLog(c: ApiContext, serving: Serving, repository: Repository): Promise<Response> {
  return forQueue(c, serving, repository, async (stored, reader) => {
    const { addresses } = serving;
    const { queues, testBranchPrefix, stateCase } = serving.service;
    const { name } = stored;
    const version = await versionOf(c, serving, stored);
    if (typeof version !== "number") {
      return answerAddressProblem(c, serving, reader, version, addresses.log(name));
    }
    if (version === 0) return answerProblem(c, serving, reader, nothingYet(serving, stored));
    const visit = await serving.traveller.visit(stored, version);
    switch (visit.kind) {
      case "decision": {
        const view = await logViewOf(stored, visit, queues.store, testBranchPrefix);
        if (wantsJson(c)) return answerJson(c, presentDecision(view, stateCase));
        return answerPage(c, LogPage({ frame: frameOf(c, serving, reader), view }));
      }
      case "beforeLog":
        return answerProblem(c, serving, reader, {
          status: 404,
          title: "No longer stored",
          sentence: `Decision ${version} is older than what the service keeps: the log begins with decision ${visit.first + 1}.`,
          next: {
            text: "See the oldest decision",
            href: addresses.log(name, { at: String(visit.first + 1) }),
          },
        });
      case "underWay":
        return underWay(c, serving, reader, stored, version, visit.reached);
      case "busy":
        return answerProblem(c, serving, reader, {
          ...{ status: 503, title: "Too many visits at once" },
          sentence: `Many decisions of the log are being visited at the moment: try again in a few seconds.`,
          next: { text: "Try again", href: addresses.log(name, { at: String(version) }) },
        });
      case "notRepeatable":
        return answerProblem(c, serving, reader, {
          status: 409,
          title: "This decision cannot be repeated",
          sentence: `This version of the program cannot repeat decision ${visit.version}, which another version made: ${visit.message}`,
          next: { text: "See the newest decision", href: addresses.log(name) },
        });
      default:
        return assertNever(visit);
    }
  });
}

/** The newest decision without `at`; of `when`, the first one at that time that moved an entry. */
async function versionOf(
  c: ApiContext,
  serving: Serving,
  { queue, version: newest }: StoredQueue,
): Promise<number | AddressProblem> {
  const [at, when] = [c.req.query("at") ?? "", c.req.query("when") ?? ""];
  if (at !== "") {
    const version = /^\d{1,12}$/.test(at) ? Number(at) : 0;
    if (version >= 1 && version <= newest) return version;
    return unknownValue("at", at, `a decision from 1 to ${newest}`);
  }
  if (when === "") return newest;
  const time = timeIn(when);
  if (time === null) return unknownValue("when", when, "a date, such as 2026-01-31T14:00Z");
  return (await serving.service.queues.store.past.versionAt(queue.id, time)) ?? newest;
}

function nothingYet({ addresses }: Serving, { name }: StoredQueue): Problem {
  return {
    status: 404,
    title: "Nothing was decided yet",
    sentence: `The queue of ${name.targetBranch} has no decisions: nothing was submitted to it.`,
    next: { text: `See the queue of ${name.targetBranch}`, href: addresses.queue(name) },
  };
}

function underWay(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  { name }: StoredQueue,
  version: number,
  reached: number,
): Response {
  const sentence =
    `Decision ${version} is far from a stored state of the queue, so the decisions before it are repeated first; ` +
    `${reached} is reached. The next visit goes on from there.`;
  const href = serving.addresses.log(name, { at: String(version) });
  return answerProblem(c, serving, reader, {
    ...{ status: 503, title: "Not there yet", sentence },
    next: { text: "Go on", href },
  });
}

function presentDecision(view: LogView, stateCase: StateCase) {
  const { name, version, newest, steps, changes } = view;
  return {
    repo: name.repository,
    targetBranch: name.targetBranch,
    ...{ version, newest, timestamp: presentTime(view.at), event: view.eventKind, words: view.words },
    comparison: view.comparison,
    engine: view.engine,
    before: view.before,
    changes,
    steps: steps.map(({ rule, moves, effects, picture }) => ({
      rule,
      picture,
      moves: moves.map(({ pullRequest, from, to, reason }) => ({
        pullRequest,
        from: from === null ? null : presentEntryState(from, stateCase),
        to: presentEntryState(to, stateCase),
        reason: reason?.code ?? null,
        reasonText: reason?.sentence ?? null,
      })),
      effects: [...effects],
    })),
    earlierMove: view.earlierMove,
    laterMove: view.laterMove,
  };
}
