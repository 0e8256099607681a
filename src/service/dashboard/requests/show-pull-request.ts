/** Answers `/HOST/OWNER/NAME/pull/NUMBER`, as a page or as JSON. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { type ApiContext, answerJson } from "../../http/response.js";
import { answerPage } from "../answer-page.js";
import { PullRequestPage } from "../pages/pull-request-page.js";
import { readPullRequest } from "../reading/pull-request-view.js";
import { readOutput } from "../reading/shown-output.js";
import {
  answerProblem,
  forReader,
  frameOf,
  noQueue,
  readProblem,
  type Serving,
  wantsJson,
} from "../serving.js";
import { findQueue } from "./find-queue.js";
import { presentPullRequest } from "./present-pull-request.js";

const DEFAULT_BRANCH = "main";

export async function showPullRequest(
  c: ApiContext,
  serving: Serving,
  repository: Repository,
  number: PullRequestNumber,
): Promise<Response> {
  return forReader(c, serving, async (reader) => {
    const refusal = readProblem(c, serving, reader, repository);
    if (refusal !== null) return refusal;
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
    // Output may show what only members of the repository know.
    const output =
      reader.kind === "public" ? null : await readOutput(queues.forge, name.repository, view.runs);
    return answerPage(c, PullRequestPage({ frame: frameOf(c, serving, reader), view, url, output }));
  });
}
