/**
 * Verifies that every commit of a branch was landed by its queue as tested, and names each that was not. The landings come
 * from the service, for any job with a token of the scope `read`, or from its database.
 */
import type { Answer, MergeQueueClient } from "../../../client/client.js";
import { MergeQueueError, NOTHING_KNOWN } from "../../../client/errors.js";
import type { QueueOnWire } from "../../../client/pull-request-on-wire.js";
import type { ReadReplyOf } from "../../../contract/endpoints.js";
import { MAX_LANDINGS } from "../../../contract/lists.js";
import { branchNameProblem } from "../../../domain/branch-name.js";
import { repositoryProblem } from "../../../domain/repository.js";
import {
  type How,
  lostLandings,
  type ProvenLanding,
  type Stranger,
  verifyBranch,
} from "../../../domain/verify-branch.js";
import { counted } from "../../../domain/words.js";
import { clientCommand } from "../../client/client-command.js";
import { UsageError } from "../../client/missing-input.js";
import * as forms from "../../client/option-forms.js";
import { jsonLine, Screen, type ShowProgress, withProgress } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import { type BranchPart, readBranch, readTip } from "./read-branch.js";

export interface VerifyFlags {
  readonly database?: string;
  readonly repo?: string;
  readonly checkout?: string;
  readonly since?: string;
  readonly json?: boolean;
}

const EVERY_LANDING = Number.MAX_SAFE_INTEGER;
const MOST_LOST_SHOWN = 10;
const SHORT = 12;

const HOW: Readonly<Record<How, string>> = {
  pushedOutside: "pushed outside the queue",
  mergedOutside: "merged outside the queue",
  notAsTested: "landed by the queue, but its tree is not the tested one",
};

export async function verifyLandings(
  branch: string,
  flags: VerifyFlags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { ending } = await import("../database/ending.js");
  const screen = new Screen(surroundings, { command: "verify", isJson: false, isQuiet: flags.json === true });
  return ending("verify", flags, surroundings, async () =>
    withProgress(screen, async (show) => verified(branch, flags, surroundings, show)),
  );
}

async function verified(
  branch: string,
  flags: VerifyFlags,
  surroundings: Surroundings,
  show: ShowProgress,
): Promise<ExitCode> {
  const { environment } = surroundings;
  show("reading the landings from the store");
  const landings = await landingsInStore(branch, flags, surroundings);
  const place = { folder: flags.checkout ?? ".", branch, environment, signal: surroundings.interruption() };
  show(`reading the commits of ${branch}`);
  const part = await readBranch(await readTip(place), flags.since, landings, place);
  show("");
  const { exitCode, sentence, details, facts } = reportOn(branch, part, landings);
  if (flags.json === true) {
    surroundings.stdout.write(jsonLine({ command: "verify", exitCode, message: sentence, ...facts }));
    return exitCode;
  }
  const lines = [plainText(sentence), ...details.map((detail) => `  ${plainText(detail)}`)];
  surroundings.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return exitCode;
}

/** `src/cli/verify-command.ts` defines its options; its argument is the branch. */
export const VERIFY = clientCommand({
  inputs: ["queue"],
  options: ["checkout", "since"],
  examples: [],
  plan: async (given) => {
    const request = given.queue();
    const { options, environment, signal } = given;
    const branch = request.targetBranch;
    requireBranchName(branch);
    const place = { folder: options.required("checkout"), branch, environment, signal };
    // Before any request: the landings of a branch that is not there are of no use.
    const tip = await readTip(place);
    const compare = async (landings: LandingsRead["landings"]) =>
      reportOn(branch, await readBranch(tip, options.value("since"), landings, place), landings);
    return {
      requests: [{ endpoint: "listLandings", body: request }],
      run: async () => Promise.resolve({ request, compare }),
    };
  },
  end: async ({ request, compare }, _plan, { client, screen }) => {
    const { landings, lastAnswer } = await landingsOfService(request, client, screen);
    const { facts, ...report } = await compare(landings);
    const { status: httpStatus, attempts } = lastAnswer;
    return { kind: "answer", ...report, facts: { ...facts, httpStatus, attempts } };
  },
});

async function landingsOfService(
  request: QueueOnWire,
  client: MergeQueueClient,
  screen: Screen,
): Promise<LandingsRead> {
  try {
    return await readLandings(client, request, (count) => screen.live(`${counted(count, "landing")} read`));
  } catch (error) {
    const isOlder = error instanceof MergeQueueError && error.code === "NOT_FOUND";
    if (!isOlder) throw error;
    const advice = "Update it, or check that --api-url ends with /v1; --database reads its database instead.";
    throw new UsageError(`The service does not list landings, as versions before this one. ${advice}`, {
      cause: error,
    });
  }
}

type Page = Answer<"listLandings">;
type LandingOnWire = ReadReplyOf<"listLandings">["landings"][number];

interface LandingsRead {
  /** Newest first. */
  readonly landings: readonly ProvenLanding[];
  readonly lastAnswer: Pick<Page, "status" | "attempts">;
}

/** `onPage` is called with the number of landings so far. Throws `MergeQueueError`. */
async function readLandings(
  client: MergeQueueClient,
  queue: QueueOnWire,
  onPage: (count: number) => void,
): Promise<LandingsRead> {
  const landings: ProvenLanding[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const request = { ...queue, take: MAX_LANDINGS, ...(cursor !== undefined && { cursor }) };
    const page = await client.listLandings(request);
    for (const landing of page.value.landings) landings.push(provenLanding(landing, page));
    onPage(landings.length);
    cursor = page.value.nextCursor;
    if (cursor === undefined) return { landings, lastAnswer: page };
    if (cursors.has(cursor)) throw badAnswer(page, "its nextCursor is one of an earlier page");
    cursors.add(cursor);
  }
}

/** A landing without its commits would let a commit that the queue landed look like one that it did not. */
function provenLanding({ from, to, tree, proof = "", headTree }: LandingOnWire, page: Page): ProvenLanding {
  if (from === undefined || to === undefined || tree === undefined)
    throw badAnswer(page, "a landing lacks from, to or tree");
  const evidence = headTree === undefined ? {} : { evidence: { tree: headTree } };
  return { from, to, tree, proof: { kind: proof.toLowerCase(), ...evidence } };
}

function badAnswer({ status, body, requestId, attempts }: Page, detail: string): MergeQueueError {
  const failure = { ...NOTHING_KNOWN, kind: "badAnswer", status, detail, body, requestId } as const;
  return new MergeQueueError("listLandings", failure, attempts);
}

/** What both ways of reading the landings print, and the exit code. */
function reportOn(branch: string, part: BranchPart, landings: readonly ProvenLanding[]) {
  const { tip, commits, since } = part;
  const { proven, onOwnHead, strangers } = verifyBranch(commits, landings);
  const lost = lostLandings(commits, since, landings);
  const oldest = commits.at(-1);
  const lookedBackTo =
    since !== null || oldest === undefined ? null : { commit: oldest.commit, at: oldest.committedAt };
  const shallow = lookedBackTo === null ? [] : [shallowNote(lookedBackTo)];
  const untested = `${onOwnHead} landed without a test run, on the checks of the pull request's own head.`;
  return {
    exitCode: strangers.length === 0 ? EXIT.done : EXIT.refused,
    sentence: sentenceOn(branch, part, strangers.length),
    details: [
      ...shallow,
      ...(onOwnHead > 0 ? [untested] : []),
      ...(lost.length > 0 ? [lostNote(lost)] : []),
      ...strangers.map(lineOf),
    ],
    facts: {
      ...{ branch, tip: tip.commit, since, lookedBackTo, commits: commits.length, proven, onOwnHead },
      lostLandings: lost,
      strangers: strangers.map(onWire),
    },
  };
}

function sentenceOn(branch: string, { commits, since }: BranchPart, strangers: number): string {
  const where = since === null ? "in the checkout" : `since ${since.slice(0, SHORT)}`;
  const count = commits.length;
  if (count === 0) return `${branch} has no commit ${where}.`;
  if (strangers > 0) {
    const were = strangers === 1 ? "was" : "were";
    return `${strangers} of ${count} commits of ${branch} ${where} ${were} not landed by the queue as tested:`;
  }
  const all = count === 1 ? "The only commit" : `All ${count} commits`;
  return `${all} of ${branch} ${where} ${count === 1 ? "was" : "were"} landed by the queue as tested.`;
}

function shallowNote({ commit, at }: { readonly commit: string; readonly at: string }): string {
  return `The checkout is shallow and ends with ${commit.slice(0, SHORT)} of ${at}; git fetch --unshallow gets the rest.`;
}

function lostNote(lost: readonly string[]): string {
  const shown = lost.slice(-MOST_LOST_SHOWN).map((commit) => commit.slice(0, SHORT));
  const more = lost.length > shown.length ? `, and ${lost.length - shown.length} older` : "";
  const landings = lost.length === 1 ? "1 landing is" : `${lost.length} landings are`;
  return `${landings} no longer on the branch, as after a force push: ${shown.join(", ")}${more}.`;
}

async function landingsInStore(branch: string, flags: VerifyFlags, surroundings: Surroundings) {
  const text = flags.repo ?? surroundings.environment["MERGE_QUEUE_REPOSITORY"] ?? "";
  const parsed = forms.repository(text);
  if (!parsed.ok || repositoryProblem(parsed.value) !== null)
    throw new UsageError(`--repo ${JSON.stringify(text)} is not accepted; expected host/owner/name.`);
  requireBranchName(branch);
  // A command that asks the service does not load these.
  const { settingsOfService } = await import("../database/settings-of-service.js");
  const { readStore } = await import("../../../service/store/open-store.js");
  const given = flags.database === undefined ? {} : { database: flags.database };
  const store = await readStore(settingsOfService(["database"], given, surroundings).database);
  try {
    const stored = await store.load({ repository: parsed.value, targetBranch: branch });
    if (stored === null) throw new UsageError(`The store has no queue for ${branch} of ${text}.`);
    return await store.landings(stored.queue.id, EVERY_LANDING);
  } finally {
    await store.close();
  }
}

/** Throws `UsageError`. */
function requireBranchName(branch: string): void {
  const problem = branchNameProblem(branch);
  if (problem !== null)
    throw new UsageError(`${JSON.stringify(branch)} is not a branch name: it ${problem}.`);
}

function lineOf({ commit, how }: Stranger): string {
  const { author, committer, committedAt, subject } = commit;
  const by = author === committer ? author : `${author}, committed by ${committer}`;
  return `${commit.commit.slice(0, SHORT)} ${committedAt} ${HOW[how]} by ${by}: ${subject}`;
}

function onWire({ commit, how }: Stranger) {
  const { commit: sha, author, committer, committedAt, subject } = commit;
  return { commit: sha, how, author, committer, committedAt, subject };
}
