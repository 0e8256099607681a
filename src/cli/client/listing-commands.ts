/** Commands that only the command line has: the entries of a queue as a table, and the queues of a service. */

import { positionIn } from "../../client/position.js";
import { priorityInWords } from "../../client/pull-request-on-wire.js";
import type { ReadReplyOf } from "../../contract/endpoints.js";
import { repositoryName } from "../../domain/repository.js";
import { counted } from "../../domain/words.js";
import { OPERATIONS } from "../../operations/operations.js";
import { type ClientCommand, clientCommand } from "./client-command.js";
import { done } from "./failure-ending.js";

type Entry = NonNullable<ReadReplyOf<"getQueue">["enqueuedPullRequests"]>[number];

const list = clientCommand({
  ...OPERATIONS["get-queue"],
  guessesBranch: true,
  examples: ["merge-queue list", "merge-queue list --repo acme/shop --branch main"],
  end: ({ answer }, { request: { repo, targetBranch } }) => {
    const { state, enqueuedPullRequests: entries = [] } = answer.value;
    const size = entries.length === 0 ? "is empty" : `has ${counted(entries.length, "pull request")}`;
    const sentence = `The queue of ${targetBranch} in ${repositoryName(repo)} ${size}; it is ${state}.`;
    const lines = entries.map((entry) => {
      const place = positionIn(answer.value, entry.prNumber ?? 0)?.place ?? null;
      return `${(place === null ? "-" : `${place}.`).padEnd(4)}${entryLine(entry)}`;
    });
    return done(sentence, answer, { response: answer.value }, lines);
  },
});

const queues = clientCommand({
  ...OPERATIONS.metrics,
  examples: ["merge-queue queues", "merge-queue queues --repo acme/shop"],
  end: ({ answer }) => {
    const found = queuesIn(answer.value);
    const lines = found.map(
      ({ repository, branch, depth }) => `${repository}  ${branch}  ${counted(depth, "pull request")}`,
    );
    const sentence = `The service has ${counted(found.length, "queue")} that this token can read.`;
    return done(sentence, answer, { queues: found }, lines);
  },
});

export const LISTING_COMMANDS: ReadonlyMap<string, ClientCommand> = new Map(Object.entries({ list, queues }));

/** An entry on one line: number, state, priority, title and author. */
export function entryLine(entry: Entry): string {
  const { prNumber = "?", state = "", prTitle = "", prAuthor } = entry;
  const priority = priorityInWords(entry).padEnd(6);
  const author = prAuthor === undefined ? "" : ` (by ${prAuthor})`;
  return `#${String(prNumber).padEnd(7)} ${state.padEnd("PENDING_FAILURE".length)}  ${priority}  ${prTitle}${author}`;
}

interface FoundQueue {
  readonly repository: string;
  readonly branch: string;
  readonly depth: number;
}

const DEPTH = /^mq_depth_current\{([^\n]*)\} (\d+)$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The API has no list of queues, but its metrics have a series for each. */
function queuesIn(metrics: string): readonly FoundQueue[] {
  const found = new Map<string, FoundQueue>();
  for (const [, labels = "", depth = "0"] of metrics.matchAll(DEPTH)) {
    const values = new Map(
      [...labels.matchAll(LABEL)].map(([, name = "", value = ""]) => [name, unescaped(value)]),
    );
    const [repository, branch] = [values.get("repo") ?? "", values.get("branch") ?? ""];
    const key = JSON.stringify([repository, branch]);
    found.set(key, { repository, branch, depth: Number(depth) + (found.get(key)?.depth ?? 0) });
  }
  return [...found.values()];
}

function unescaped(label: string): string {
  return label.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
}
