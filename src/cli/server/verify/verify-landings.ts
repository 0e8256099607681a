/** Verifies that every commit of a branch was landed by its queue as tested, and names each that was not. */
import { branchNameProblem } from "../../../domain/branch-name.js";
import { repositoryProblem } from "../../../domain/repository.js";
import { type How, type Stranger, verifyBranch } from "../../../service/replay/verify-branch.js";
import { readStore } from "../../../service/store/open-store.js";
import * as forms from "../../client/option-forms.js";
import { jsonLine } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import { ending, WrongUse } from "../database/ending.js";
import { settingsOfService } from "../database/settings-of-service.js";
import { readBranch, resolveCommit } from "./read-branch.js";

export interface VerifyFlags {
  readonly database?: string;
  readonly repo?: string;
  readonly checkout: string;
  readonly since?: string;
  readonly json?: boolean;
}

const EVERY_LANDING = Number.MAX_SAFE_INTEGER;

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
  return ending("verify", flags, surroundings, async () => verified(branch, flags, surroundings));
}

async function verified(branch: string, flags: VerifyFlags, surroundings: Surroundings): Promise<ExitCode> {
  const landings = await landingsOf(branch, flags, surroundings);
  const place = { folder: flags.checkout, signal: surroundings.interruption() };
  const tip =
    (await resolveCommit(`refs/heads/${branch}`, place, surroundings)) ??
    (await resolveCommit(`refs/remotes/origin/${branch}`, place, surroundings));
  if (tip === null)
    throw new WrongUse(`${flags.checkout} has no branch ${branch}, neither its own nor of origin`);
  const start = flags.since ?? landings.at(-1)?.from;
  if (start === undefined) {
    throw new WrongUse(`the queue of ${branch} has landed nothing yet; name the start with --since`);
  }
  const since = await resolveCommit(start, place, surroundings);
  if (since === null) throw new WrongUse(`--since ${start}: ${flags.checkout} has no such commit`);
  const commits = await readBranch(tip, since, place, surroundings);
  const { proven, onOwnHead, strangers } = verifyBranch(commits, landings);
  const exitCode = strangers.length === 0 ? EXIT.done : EXIT.refused;
  const message =
    strangers.length === 0
      ? `All ${commits.length} commits of ${branch} since ${since.slice(0, 12)} were landed by the queue as tested.`
      : `${strangers.length} of ${commits.length} commits of ${branch} since ${since.slice(0, 12)} were not landed by the queue as tested:`;
  if (flags.json === true) {
    const facts = { command: "verify", exitCode, message, branch, tip, since, proven, onOwnHead };
    surroundings.stdout.write(jsonLine({ ...facts, strangers: strangers.map(onWire) }));
    return exitCode;
  }
  const note = `${onOwnHead} landed without a test run, on the checks of the pull request's own head.`;
  const lines = [
    message,
    ...(onOwnHead > 0 ? [note] : []),
    ...strangers.map((stranger) => `  ${lineOf(stranger)}`),
  ];
  surroundings.stdout.write(lines.map((line) => `${line}\n`).join(""));
  return exitCode;
}

async function landingsOf(branch: string, flags: VerifyFlags, surroundings: Surroundings) {
  const text = flags.repo ?? surroundings.environment["MERGE_QUEUE_REPOSITORY"] ?? "";
  const parsed = forms.repository(text);
  if (!parsed.ok || repositoryProblem(parsed.value) !== null)
    throw new WrongUse(`--repo ${JSON.stringify(text)} is not accepted; expected host/owner/name`);
  const problem = branchNameProblem(branch);
  if (problem !== null) throw new WrongUse(`${JSON.stringify(branch)} is not a branch name: it ${problem}`);
  const given = flags.database === undefined ? {} : { database: flags.database };
  const store = await readStore(settingsOfService(["database"], given, surroundings).database);
  try {
    const stored = await store.load({ repository: parsed.value, targetBranch: branch });
    if (stored === null) throw new WrongUse(`the store has no queue for ${branch} of ${text}`);
    return await store.landings(stored.queue.id, EVERY_LANDING);
  } finally {
    await store.close();
  }
}

function lineOf({ commit, how }: Stranger): string {
  const { author, committer, committedAt, subject } = commit;
  const by = author === committer ? author : `${author}, committed by ${committer}`;
  return plainText(`${commit.commit.slice(0, 12)} ${committedAt} ${HOW[how]} by ${by}: ${subject}`);
}

function onWire({ commit, how }: Stranger) {
  const { commit: sha, author, committer, committedAt, subject } = commit;
  return { commit: sha, how, author, committer, committedAt, subject };
}
