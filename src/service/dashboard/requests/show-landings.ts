/** Answers `/HOST/OWNER/NAME/landings`: what moved the branch, and why each landing is safe, as a page or as JSON. */
import type { Repository } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { presentTime } from "../../http/serialize.js";
import { answerPage } from "../answer-page.js";
import { LandingsPage } from "../pages/landings-page.js";
import { type LandingsView, readLandings, type ShownStranger } from "../reading/landings-view.js";
import { answerAgain, frameOf, type Serving, tagOf, wantsJson } from "../serving.js";
import { forQueue } from "./for-queue.js";

export async function showLandings(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
): Promise<Response> {
  return forQueue(c, serving, repository, async ({ name, queue }, reader) => {
    const { store } = serving.service.queues;
    const line = await serving.branches.read(name.repository, queue.tip);
    if (wantsJson(c)) {
      const view = await readLandings(queue, store, line);
      const { landings, outside, isCut, compared } = view;
      const { repository: repo, targetBranch } = name;
      return answerJson(c, {
        ...{ repo, targetBranch, tip: queue.tip, landings, movesOutside: outside, isCut },
        ...{ commits: view.line, commitsCompared: compared },
        moves: view.moves.map(presentMove),
      });
    }
    const tag = tagOf(serving, queue.id, queue.tip, line.kind);
    return answerAgain(c, serving, reader, tag, async () => {
      const view = await readLandings(queue, store, line);
      const frame = frameOf(c, serving, reader);
      return answerPage(c, LandingsPage({ frame, name, tag, view }), 200, { ETag: tag });
    });
  });
}

function presentMove(move: LandingsView["moves"][number]) {
  const strangers = move.strangers.map(presentStranger);
  if (move.kind === "landing")
    return { ...move, at: presentTime(move.at), pullRequests: [...move.pullRequests], strangers };
  const { before, after } = move;
  return {
    ...{ ...move, strangers },
    ...{ after: presentTime(after), before: before === null ? null : presentTime(before) },
  };
}

function presentStranger({ committedAt, ...stranger }: ShownStranger) {
  return { ...stranger, committedAt: committedAt === null ? null : presentTime(committedAt) };
}
