/**
 * Holds what was told against what the queues decided: their logs are exported, replayed, and every message worked out
 * again from the replayed decisions.
 */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { queueKey } from "../../../src/domain/queue-name.js";
import { DEFAULT_TEST_BRANCH_PREFIX } from "../../../src/domain/test-branch.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { readLog } from "../../../src/service/replay/read-log.js";
import { Replayer } from "../../../src/service/replay/replay-log.js";
import { describeDecision } from "../../../src/service/webhooks/describe-decision.js";
import { detailsUrl } from "../../../src/service/webhooks/destination.js";
import { callCommand } from "../command-line.js";
import { type Complaints, PUBLIC_URL, REPOSITORY } from "./soak-plan.js";
import type { ToldWebhooks } from "./told-webhooks.js";

const SHOWN_PICTURES = 20;

export interface QueueHistory {
  readonly versions: number;
  /** Bodies of everything that was to be told, by id. */
  readonly messages: ReadonlyMap<string, string>;
  /** The last ones, with the event that led to each. */
  readonly pictures: readonly string[];
}

export async function exportHistory(
  folder: string,
  database: string,
  branch: string,
  complaints: Complaints,
): Promise<QueueHistory> {
  const name = { repository: REPOSITORY, targetBranch: branch };
  const path = join(folder, `${branch}.jsonl`);
  const key = queueKey(name);
  const exported = await callCommand(["export-log", "--queue", key, "--out", path], {
    environment: { MERGE_QUEUE_DATABASE_URL: database },
  });
  if (exported.exitCode !== 0) complaints.add(`the log of ${branch} cannot be exported: ${exported.stderr}`);
  const replayed = await callCommand(["replay", path, "--from", "999999999"]);
  const ending = `${replayed.stdout.slice(-2000)}${replayed.stderr.slice(-2000)}`;
  if (replayed.exitCode !== 0) complaints.add(`the log of ${branch} does not replay: ${ending}`);
  return readHistory(path, branch, complaints);
}

async function readHistory(path: string, branch: string, complaints: Complaints): Promise<QueueHistory> {
  const chunks: AsyncIterable<Uint8Array> = createReadStream(path);
  const log = await readLog(path, chunks);
  const replayer = new Replayer(log);
  const describe = describeDecision({
    detailsUrl: detailsUrl(PUBLIC_URL, () => ""),
    testBranchPrefix: DEFAULT_TEST_BRANCH_PREFIX,
  });
  const { name } = log.header;
  const messages = new Map<string, string>();
  const pictures: string[] = [];
  let versions = 0;
  for await (const line of log.lines) {
    const { before, event, outcome } = replayer.replay(line);
    versions = line.version;
    if (outcome.kind !== "same") {
      const how = outcome.kind === "failure" ? outcome.message : outcome.kind;
      complaints.add(`${branch}: version ${line.version} is not decided again as it was: ${how}`);
    }
    if (outcome.kind === "failure") continue;
    const { decision } = outcome.explanation;
    const stored = { name, queue: before, version: line.version - 1, wakeAt: null };
    const after = { name, queue: decision.queue, version: line.version, wakeAt: null };
    for (const { id, body } of describe(stored, after, decision)) messages.set(id, body);
    pictures.push(`${branch} ${line.version} ${event.kind} => ${picture(decision.queue)}`);
    if (pictures.length > SHOWN_PICTURES) pictures.shift();
  }
  return { versions, messages, pictures };
}

/** Ids of what was to be told and has not arrived. */
export function untold(
  histories: readonly QueueHistory[],
  told: ReadonlyMap<string, string>,
): readonly string[] {
  return histories.flatMap(({ messages }) => [...messages.keys()].filter((id) => !told.has(id)));
}

export function auditWebhooks(
  histories: readonly QueueHistory[],
  { bodies: told, differing }: Pick<ToldWebhooks, "bodies" | "differing">,
  complaints: Complaints,
): void {
  for (const id of differing) complaints.add(`webhook ${id} came twice, and differed`);
  const expected = new Map(histories.flatMap(({ messages }) => [...messages]));
  for (const [id, body] of expected) {
    const heard = told.get(id);
    if (heard === undefined) complaints.add(`a webhook was never delivered: ${id} ${body.slice(0, 200)}`);
    else if (heard !== body)
      complaints.add(`webhook ${id} says ${heard.slice(0, 200)}, not ${body.slice(0, 200)}`);
  }
  for (const [id, body] of told) {
    if (!expected.has(id))
      complaints.add(`a webhook tells of what nobody decided: ${id} ${body.slice(0, 200)}`);
  }
}
