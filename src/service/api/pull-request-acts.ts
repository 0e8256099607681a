/** The acts of people elsewhere than at the API, by its own handlers: there is no second reading of the rules. */
import type { ActAnswer, PullRequestActs } from "../ports/pull-request-acts.js";
import { cancelEntry } from "./cancel-pull-request.js";
import type { Service } from "./handler.js";
import { restartTests } from "./restart-tests-on-pull-request.js";
import { submitHead } from "./submit-pull-request.js";

type AnyOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly message: string };

export function pullRequestActs(service: Service): PullRequestActs {
  return {
    submit: async (name, number, { by, priority, noBatch, headSha }) => {
      const request = { repo: name.repository, targetBranch: name.targetBranch, pr: { number } };
      const wish = { ...request, noBatch, ...(priority !== null && { priority }) };
      return answerOf(await submitHead({ head: headSha, by }, name, wish, service));
    },
    cancel: async (name, number, reason) => answerOf(await cancelEntry(service.queues, name, number, reason)),
    restart: async (name, number, by) => answerOf(await restartTests(name, number, service, by)),
  };
}

function answerOf(outcome: AnyOutcome): ActAnswer {
  if (outcome.ok) return { kind: "done" };
  const why = outcome.code === "PR_NOT_IN_QUEUE" ? "notInQueue" : "other";
  return { kind: "refused", why, sentence: outcome.message };
}
