/** START HERE: the commands that call a service, each with examples and the way it shows its outcome. */

import { askWhy } from "../../client/ask-why.js";
import { MergeQueueError } from "../../client/errors.js";
import { failureLines } from "../../client/failure-words.js";
import { shown } from "../../client/message-words.js";
import { positionIn, positionInWords } from "../../client/position.js";
import { isInQueue, nameOf, stateSentence } from "../../client/pull-request-on-wire.js";
import {
  allTargetsBody,
  sendTargets,
  type TargetsBody,
  TargetsBodyBuilder,
  type TargetsEnvelope,
  warningOfLikeAll,
} from "../../client/targets-body.js";
import type { ReadReplyOf } from "../../contract/endpoints.js";
import { repositoryName } from "../../domain/repository.js";
import { counted } from "../../domain/words.js";
import { failedTestRunsOf } from "../../operations/extra-reads.js";
import { extraRead } from "../../operations/operation.js";
import { OPERATIONS as SHARED } from "../../operations/operations.js";
import {
  type ListEnd,
  ListFormatError,
  readTargetList,
  type TakeName,
} from "../../targets/sources/list/list.js";
import { meansAll, problemOfName } from "../../targets/sources/list/no-names.js";
import { EXIT } from "../exit-codes.js";
import { type ClientCommand, clientCommand, type Given } from "./client-command.js";
import { detailsOf, done, failureEnding, pageLines } from "./failure-ending.js";
import { readPieces } from "./input-text.js";
import { entryLine, LISTING_COMMANDS } from "./listing-commands.js";
import { UsageError } from "./option-reader.js";
import { allSettingLines, changedSettingLines, namedSettingLines, readSettings } from "./setting-options.js";
import { waitUntilFinal } from "./waiting.js";

/** As the only name: nothing is impacted. */
const NONE = "[]";

/** Throws `UsageError` when there is no list, or more than one. */
async function readTargets(given: Given, envelope: TargetsEnvelope): Promise<TargetsBody> {
  const { options } = given;
  const [, ...names] = given.words;
  const path = options.value("file");
  const sources = [names.length > 0, path !== undefined, options.isGiven("all")].filter(Boolean);
  if (sources.length !== 1) {
    const found = sources.length === 0 ? "are missing" : "are given twice";
    throw new UsageError(`The impacted targets ${found}; expected names, --file, or --all.`);
  }
  if (options.isGiven("all")) return allTargetsBody(envelope);
  const builder = new TargetsBodyBuilder(envelope);
  const warnings = new Set<string>();
  const take = (name: string) => {
    const warning = warningOfLikeAll(name);
    if (warning !== null) warnings.add(warning);
    return builder.add(name);
  };
  const end = path === undefined ? takeNames(names, take) : await takeFile(path, given, take);
  for (const warning of warnings) given.screen.warn(warning);
  switch (end) {
    case "complete":
    case "stopped":
    case "emptyArray":
      return builder.finish();
    case "all":
      return allTargetsBody(envelope);
    case "empty":
      given.screen.warn('the list of targets is empty, so "ALL" is sent; write [] for no targets');
      return allTargetsBody(envelope);
  }
}

/**
 * Each argument is one name. Blank ones, which unset variables leave, are skipped. Throws `UsageError` for a list or
 * for text that programs print for a missing value, because no other pull request would have such a name.
 */
function takeNames(words: readonly string[], take: TakeName): ListEnd {
  const names = words.filter((word) => word.trim() !== "");
  const [first, second] = names;
  if (first === undefined) return "empty";
  if (names.every(meansAll)) return "all";
  if (first === NONE && second === undefined) return "emptyArray";
  for (const name of names) {
    const problem = isList(name) ? "is a list; give it with --file" : problemOfName(name);
    if (problem !== null) throw new UsageError(`The argument ${shown(name)} is not a target: it ${problem}.`);
  }
  return names.every(take) ? "complete" : "stopped";
}

function isList(word: string): boolean {
  if (/[\n\r]/.test(word)) return true;
  try {
    return typeof JSON.parse(word) === "object" && word !== "null";
  } catch {
    return false;
  }
}

async function takeFile(path: string, given: Given, take: TakeName): Promise<ListEnd> {
  const source = `--file ${shown(path)}`;
  try {
    return await readTargetList(readPieces(path, source, given), take);
  } catch (error) {
    if (!(error instanceof ListFormatError)) throw error;
    throw new UsageError(`${source} is not a list of targets: ${error.message}.`, { cause: error });
  }
}

type Details = ReadReplyOf<"getMergeQueueTestingDetails">;

const COMMANDS: Readonly<Record<keyof typeof SHARED, ClientCommand>> = {
  submit: clientCommand({
    ...SHARED.submit,
    plan: (given) => ({ ...SHARED.submit.plan(given), isWatched: given.options.isGiven("watch") }),
    examples: [
      "merge-queue submit 412 --repo acme/shop --branch main",
      "merge-queue submit 412 --repo acme/shop --branch main --priority high --wait --wait-timeout 2h",
    ],
    end: ({ answer, sentence, differences, waiting }, { request, isWatched }, session) => {
      if (differences.length > 0) {
        const what = `${nameOf(request)} is already in the queue, and the service left it unchanged`;
        session.screen.warn(`${what}: ${differences.join("; ")}`);
      }
      if (waiting === null) return done(sentence, answer, { result: answer.kind });
      session.screen.note(sentence);
      return waitUntilFinal(request, waiting, session, isWatched);
    },
  }),
  cancel: clientCommand({
    ...SHARED.cancel,
    examples: ["merge-queue cancel 412 --repo acme/shop --branch main"],
    end: ({ answer, sentence }) => done(sentence, answer, { result: answer.kind }),
  }),
  "restart-tests": clientCommand({
    ...SHARED["restart-tests"],
    examples: ["merge-queue restart-tests 412 --repo acme/shop --branch main"],
    end: ({ answer }, { request }) =>
      done(`The tests of ${nameOf(request)} are restarted.`, answer, { result: answer.kind }),
  }),
  status: clientCommand({
    ...SHARED.status,
    plan: (given) => ({ ...SHARED.status.plan(given), isWatched: given.options.isGiven("watch") }),
    examples: [
      "merge-queue status 412 --repo acme/shop --branch main",
      "merge-queue status 412 --repo acme/shop --branch main --json | jq -r .response.state",
    ],
    end: async ({ answer, waiting }, { request, isWatched }, session) => {
      if (answer === null) return waitUntilFinal(request, waiting, session, isWatched);
      const { value } = answer;
      const { repo, targetBranch, pr } = request;
      const queue = isInQueue(value)
        ? await extraRead(session, (client, limits) => client.getQueue({ repo, targetBranch }, limits))
        : null;
      const position = queue === null ? null : positionIn(queue.value, pr.number);
      const queueState = queue?.value.state ?? null;
      const pauseReason = queueState === "PAUSED" ? (queue?.value.stateReason ?? null) : null;
      const asked = await extraRead(session, (client, limits) => askWhy(client, request, limits));
      const why = asked?.answer.value.why ?? {};
      const { sentence, pageUrl } = why;
      const failed = await failedTestRunsOf(request, value, session);
      const facts = {
        response: value,
        position,
        queueState,
        ...(sentence !== undefined && { sentence }),
        ...(pageUrl !== undefined && { pageUrl }),
        ...(failed.length > 0 && { failedTestRuns: failed }),
      };
      const state = stateSentence(request, value);
      const isSaid = sentence === undefined || state.endsWith(sentence);
      return done(state, answer, facts, [
        ...(isSaid ? [] : [`Why       ${sentence}`]),
        ...detailsOf(value),
        ...(position === null ? [] : [`Position  ${positionInWords(position)}`]),
        ...(queueState === null
          ? []
          : [`Queue     ${queueState}${pauseReason === null ? "" : `: ${pauseReason}`}`]),
        ...failureLines(failed),
        ...pageLines(why),
      ]);
    },
  }),
  "set-impacted-targets": clientCommand({
    ...SHARED["set-impacted-targets"],
    plan: (given) =>
      SHARED["set-impacted-targets"].plan(given, async (envelope) => ({
        body: await readTargets(given, envelope),
        send: sendTargets,
      })),
    examples: [
      "merge-queue set-impacted-targets 412 web api --sha $(git rev-parse HEAD) --repo acme/shop --branch main",
      "bazel-diff … | merge-queue set-impacted-targets 412 --file - --sha $(git rev-parse HEAD) --repo acme/shop --branch main",
    ],
    end: ({ answer }, { request, headSha }, { screen }) => {
      const { sentAs, why, count } = answer;
      if (why === "tooLarge")
        screen.warn('the list exceeds the 20 MiB limit of a request, so "ALL" was sent');
      if (why === "refused") screen.warn('the service refused the list as too large, so "ALL" was sent');
      const what = sentAs === "all" ? "everything" : counted(count, "target");
      const sentence = `${nameOf(request)} impacts ${what} at ${headSha.slice(0, 12)}.`;
      return done(sentence, answer, sentAs === "list" ? { sentAs, count } : { sentAs, why });
    },
  }),
  "testing-details": clientCommand({
    ...SHARED["testing-details"],
    guessesBranch: true,
    examples: [
      "merge-queue testing-details mq-merge/pr-412/0c9b7a3e-5d14-8f0e-8f8b-2a51f8f0a911 --repo acme/shop --branch main",
    ],
    end: ({ answer }, { request }) => {
      const { value } = answer;
      const sentence = `Test run ${request.testRunId} is ${value.status ?? "in a state that the service does not report"}.`;
      return done(sentence, answer, { response: value }, testingLines(value));
    },
  }),
  "create-queue": clientCommand({
    ...SHARED["create-queue"],
    plan: (given) => SHARED["create-queue"].plan(given, (queue) => readSettings(given, queue)),
    examples: [
      "merge-queue create-queue --repo acme/shop --branch main",
      "merge-queue create-queue --repo acme/shop --branch main --set concurrency=3 --set mergeMethod=rebase",
    ],
    end: async ({ answer: created, sentence, change }) => {
      const result = created.kind;
      if (change === null) return done(`${sentence}.`, created, { result });
      try {
        const { answer } = await change();
        return done(`${sentence}, with its settings.`, answer, { result, response: answer.value });
      } catch (error) {
        if (!(error instanceof MergeQueueError)) throw error;
        const failure = failureEnding(error);
        const what = `${sentence}, but some of its settings are not set; set them with merge-queue update-queue`;
        return { ...failure, sentence: `${what}: ${failure.sentence}`, facts: { ...failure.facts, result } };
      }
    },
  }),
  "delete-queue": clientCommand({
    ...SHARED["delete-queue"],
    examples: ["merge-queue delete-queue --repo acme/shop --branch main"],
    end: ({ answer, sentence }) => done(sentence, answer, { result: answer.kind }),
  }),
  "get-queue": clientCommand({
    ...SHARED["get-queue"],
    guessesBranch: true,
    options: ["allSettings"],
    examples: [
      "merge-queue get-queue --repo acme/shop --branch main",
      "merge-queue get-queue --repo acme/shop --branch main --json | jq '.response.enqueuedPullRequests[].prNumber'",
    ],
    end: ({ answer }, { request: { repo, targetBranch } }, { showsAll }) => {
      const { state, enqueuedPullRequests: entries } = answer.value;
      const size = entries === undefined ? "" : `, with ${counted(entries.length, "pull request")}`;
      const sentence = `The queue of ${targetBranch} in ${repositoryName(repo)} is ${state}${size}.`;
      const settings = showsAll ? allSettingLines(answer.value) : changedSettingLines(answer.value);
      const lines = [...(entries ?? []).map(entryLine), ...settings];
      return done(sentence, answer, { response: answer.value }, lines);
    },
  }),
  "update-queue": clientCommand({
    ...SHARED["update-queue"],
    options: ["allSettings"],
    plan: async (given) => {
      const plan = await SHARED["update-queue"].plan(given, (queue) => readSettings(given, queue));
      if (plan.names.length > 0) return plan;
      throw new UsageError("There is nothing to change; expected --set key=value or --config.");
    },
    examples: [
      "merge-queue update-queue --repo acme/shop --branch main --set state=PAUSED",
      'merge-queue update-queue --repo acme/shop --branch main --set concurrency=4 --set \'requiredStatuses=["build","lint"]\'',
      "merge-queue update-queue --repo acme/shop --branch main --config queue.yml",
    ],
    end: ({ answer, shown }, { request, names }, { showsAll }) => {
      const isState = shown.state === undefined ? "" : `, and ${shown.state}`;
      const sentence = `The queue of ${request.targetBranch} is updated${isState}.`;
      return done(
        sentence,
        answer,
        { response: answer.value },
        showsAll ? allSettingLines(shown) : namedSettingLines(shown, names),
      );
    },
  }),
  metrics: clientCommand({
    ...SHARED.metrics,
    examples: [
      "merge-queue metrics > merge-queue.prom",
      "merge-queue metrics --repo acme/shop",
      "merge-queue metrics --repo '*'   # all repositories, even if MERGE_QUEUE_REPOSITORY is set",
    ],
    end: ({ answer: { value, status, attempts } }) => ({
      kind: "text",
      exitCode: EXIT.done,
      text: value.endsWith("\n") ? value : `${value}\n`,
      facts: { metrics: value, httpStatus: status, attempts },
    }),
  }),
};

export const CLIENT_COMMANDS: ReadonlyMap<string, ClientCommand> = new Map([
  ...Object.entries(COMMANDS),
  ...LISTING_COMMANDS,
]);

function testingLines(details: Details): readonly string[] {
  const { testBranch = "?", testBranchSha = "?", requiredStatuses = [], checkSuites = [] } = details;
  const runs = checkSuites.flatMap(({ checkRuns = [] }) => checkRuns);
  return [
    `Branch    ${testBranch} at ${testBranchSha}`,
    ...details.testedPullRequests.map(({ prNumber = "?", title = "" }) => `Tests     #${prNumber} ${title}`),
    ...(details.dependentPrs ?? []).map((number) => `On top of #${number}`),
    `Requires  ${requiredStatuses.join(", ") || "nothing"}`,
    ...runs.map(
      ({ name = "?", status = "?", conclusion, url = "" }) =>
        `Check     ${name}: ${conclusion ?? status} ${url}`,
    ),
    ...(details.statusChecks ?? []).map(
      ({ context = "?", state = "?", url = "" }) => `Status    ${context}: ${state} ${url}`,
    ),
  ];
}
