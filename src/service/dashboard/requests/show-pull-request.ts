/** Answers `/HOST/OWNER/NAME/pull/NUMBER`, as a page or as JSON. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { answerPage } from "../answer-page.js";
import { PullRequestPage } from "../pages/pull-request-page.js";
import { readPullRequest } from "../reading/pull-request-view.js";
import { readOutput } from "../reading/shown-output.js";
import { answerProblem, frameOf, inTurn, noQueue, type Serving, wantsJson } from "../serving.js";
import { mayReadOutput, type Reader } from "../session/reader.js";
import { findQueue } from "./find-queue.js";
import { forRepository } from "./for-repository.js";
import { presentPullRequest } from "./present-pull-request.js";

const DEFAULT_BRANCH = "main";

/** An open page reads itself again after each change of its queue, within the budget of all open pages. */
export async function showPullRequest(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
  number: PullRequestNumber,
): Promise<Response> {
  return forRepository(c, serving, repository, async (reader) => {
    return inTurn(c, serving, reader, async () => answerPullRequest(c, serving, reader, repository, number));
  });
}

async function answerPullRequest(
  c: ApiContext,
  serving: Serving,
  reader: Reader,
  repository: Repository,
  number: PullRequestNumber,
): Promise<Response> {
  const { queues, testBranchPrefix, stateCase } = serving.service;
  const branch = c.req.query("branch");
  const stored = await findQueue(queues, repository, branch, number);
  if (stored === null)
    return noQueue(c, serving, reader, { repository, targetBranch: branch ?? DEFAULT_BRANCH });
  const { name } = stored;
  const view = await readPullRequest(stored, number, queues.store, testBranchPrefix, queues.now());
  if (view === null) {
    return answerProblem(c, serving, reader, {
      status: 404,
      title: "Never submitted",
      sentence: `Pull request #${number} of ${repositoryKey(repository)} was never submitted to the queue of ${name.targetBranch}.`,
      next: {
        text: `See the queue of ${name.targetBranch}, and submit it there`,
        href: serving.addresses.queue(name),
      },
    });
  }
  const url = queues.forge.pullRequestUrl(name.repository, number);
  if (wantsJson(c)) return answerJson(c, presentPullRequest(view, url, stateCase));
  const output = mayReadOutput(reader, name.repository)
    ? await readOutput(queues.forge, name.repository, view.runs)
    : null;
  return answerPage(c, PullRequestPage({ frame: frameOf(c, serving, reader), view, url, output }));
}
