/** `merge-queue set-impacted-targets`: says which targets a pull request impacts, for one head commit. */
import { type SentTargets, sendTargets } from "../client/send-targets.js";
import { counted } from "../client/words.js";
import type { ClientCommand } from "./client/client-command.js";
import { done } from "./client/ending.js";
import { QUEUE_OPTIONS } from "./client/options.js";
import { nameOf } from "./client/pull-request-words.js";
import { readTargets } from "./client/target-options.js";

export const setImpactedTargets: ClientCommand = {
  arguments: {
    "[pr]": "number of the pull request",
    "[targets...]": "names of the impacted targets; ALL alone means everything",
  },
  options: [...QUEUE_OPTIONS, "sha", "file", "all"],
  examples: [
    "merge-queue set-impacted-targets 412 web api --sha $(git rev-parse HEAD) --repo acme/shop --branch main",
    "bazel-diff … | merge-queue set-impacted-targets 412 --file - --sha $(git rev-parse HEAD) --repo acme/shop --branch main",
  ],
  prepare: async (given) => {
    const [number, ...names] = given.words;
    const pullRequest = given.subject.pullRequest(number);
    const sha = given.subject.headSha(pullRequest);
    const envelope = { ...pullRequest, pr: { ...pullRequest.pr, sha } };
    const targets = await readTargets(given, names, envelope);
    return async ({ client, screen }) => {
      const { sentAs, why, count, ...answer } = await sendTargets(client, envelope, targets);
      if (why === "tooLarge")
        screen.warn('the list is larger than the 20 MiB of a request, so "ALL" was sent');
      if (why === "refused") screen.warn('the service refused the list as too large, so "ALL" was sent');
      const what = sentAs === "all" ? "everything" : counted(count, "target");
      const sentence = `${nameOf(pullRequest)} impacts ${what} at ${sha.slice(0, 12)}.`;
      return done(sentence, answer, factsOf(sentAs, why, count));
    };
  },
};

function factsOf(sentAs: SentTargets["sentAs"], why: SentTargets["why"], count: number) {
  return sentAs === "list" ? { sentAs, count } : { sentAs, why };
}
