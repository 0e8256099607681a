/** START HERE: the commands that explain a queue and its branch. The Action has no operations for them. */
import { askWhy, type WhyOnWire } from "../../../client/ask-why.js";
import { durationInWords } from "../../../client/message-words.js";
import type { Step } from "../../../operations/operation.js";
import { type ClientCommand, clientCommand } from "../client-command.js";
import { done, pageLines } from "../failure-ending.js";
import { WATCH } from "./watch-command.js";

/** `merge-queue why`: the sentence, what the pull request waits for, and the verdict after it left. */
const WHY = clientCommand({
  inputs: ["pullRequest"],
  examples: [
    "merge-queue why 412 --repo acme/shop --branch main",
    "merge-queue why 412 --repo acme/shop --branch main --json | jq .maySubmitAgain",
  ],
  plan: (given) => {
    const request = given.pullRequest();
    return {
      requests: [{ endpoint: "getSubmittedPullRequest", body: request }],
      run: async ({ client }: Step) => askWhy(client, request),
    };
  },
  end: ({ answer, why, maySubmitAgain }) => {
    const { value } = answer;
    const estimate = value.estimatedTimeToMergeSeconds ?? null;
    const facts = { response: value, why, maySubmitAgain };
    return done(why.sentence ?? "", answer, facts, [
      ...(estimate === null || why.expectedUntil !== undefined
        ? []
        : [`Expected  in about ${durationInWords(estimate * 1000)}`]),
      ...chainLines(why),
      ...exitLines(why),
      ...pageLines(why),
    ]);
  },
});

function chainLines({ waitsFor = [] }: WhyOnWire): readonly string[] {
  return waitsFor.map(
    ({ what = "?", why = "?" }, index) => `${index === 0 ? "Waits for" : "         "} ${what}: ${why}`,
  );
}

const AGAIN: Readonly<Record<string, string>> = {
  UNNEEDED: "not needed",
  AS_IT_IS: "yes, as it is",
  AFTER_CHANGE: "after a change of the pull request",
  AFTER_REPAIR: "after a repair outside the pull request",
};

function exitLines({ exit }: WhyOnWire): readonly string[] {
  if (exit === undefined) return [];
  const { verdict = "?", submitAgain = "?", next = "", failedChecks = [], testRunId, outputTail } = exit;
  return [
    `Verdict   ${verdict}`,
    `Again     ${AGAIN[submitAgain] ?? submitAgain}`,
    `Next      ${next}`,
    ...failedChecks.map(
      ({ name = "?", conclusion = "failed", url = "" }) => `Failed    ${name}: ${conclusion} ${url}`,
    ),
    ...(testRunId === undefined ? [] : [`Run       ${testRunId}`]),
    ...(outputTail === undefined ? [] : outputTail.split("\n").map((line) => `| ${line}`)),
  ];
}

const COMMANDS = { why: WHY, watch: WATCH } as const;

export type ExplainingCommand = keyof typeof COMMANDS;

export const EXPLAINING_COMMANDS: ReadonlyMap<string, ClientCommand> = new Map(Object.entries(COMMANDS));
