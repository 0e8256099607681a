/**
 * Opens the draft pull request of a test branch, and closes it before its commit lands or when the run has ended. GitHub
 * closes it when its branch is deleted, so for an ended run a call is sent only while the branch exists.
 */
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import { oneLine } from "../api/call-failure.js";
import type { GitHubCalls } from "../api/github-calls.js";
import type { Draft } from "./draft-of.js";
import type { ShownTestRun } from "./shown.js";
import { messageOf, numberAt, textAt, valueAt } from "./status.js";

export interface TestRunPlace {
  readonly calls: GitHubCalls;
  readonly repository: Repository;
}

export interface WantedTestRun {
  /** null: the run has ended, or drafts are disabled. */
  readonly draft: Draft | null;
  /** A landing is pushing the run's commit, so its draft stays closed or unopened. */
  readonly isLanding: boolean;
  readonly known: ShownTestRun;
  /** GitHub may have a draft that `known` does not contain. */
  readonly isUncertain: boolean;
  /** GitHub refused too often. A few refusals are normal, because GitHub may not know a new branch yet. */
  readonly isHopeless: boolean;
  /** Whether the test branch is deleted. Not asked of GitHub's API, so it costs no call where git is cloned. */
  readonly isBranchDeleted: (branch: string) => Promise<boolean>;
  readonly save: (shown: ShownTestRun) => Promise<void>;
}

/** GitHub refuses a second draft for a branch, so no search is needed before it is created. */
export async function showTestRun(place: TestRunPlace, wanted: WantedTestRun): Promise<ShownTestRun> {
  const { draft, known, isLanding } = wanted;
  if (draft === null) return closeDraft(place, wanted);
  if (known.isOver || isLanding) return known;
  if (known.number !== null) return reopen(place, known, known.number);
  const { calls, repository } = place;
  const { head } = draft;
  const begun = begunTestRun(known, draft);
  await wanted.save(begun);
  const { status, body } = await calls.send(repository, "POST", "/pulls", { ...draft, draft: true }, [422]);
  const number = status === 422 ? await findDraft(place, head) : numberAt(body, "number");
  if (number === null && !wanted.isHopeless)
    throw new ForgeError(`GitHub refused a draft pull request: ${oneLine(messageOf(body))}`, true);
  return { ...begun, number, isOver: number === null };
}

/** An attempt to open the draft may have succeeded unnoticed; it is found by its branch. */
export function begunTestRun(known: ShownTestRun, { head }: Draft): ShownTestRun {
  return { ...known, head };
}

/** A landing that closed it did not succeed. Without one, an open draft costs one read. */
async function reopen(place: TestRunPlace, known: ShownTestRun, number: number): Promise<ShownTestRun> {
  const { calls, repository } = place;
  const found = await calls.read(repository, "/pulls/{number}", { number });
  if (textAt(found, "state") === "closed" && valueAt(found, "merged") !== true)
    await calls.send(repository, "PATCH", "/pulls/{number}", { number, state: "open" }, [404, 422]);
  return known;
}

/** Closes what is known of a run's draft. An interrupted opening may have left one that has to be found first. */
export async function closeDraftOf(
  place: TestRunPlace,
  { number, head, isOver }: ShownTestRun,
): Promise<void> {
  if (isOver || head === "") return;
  const draft = number ?? (await findDraft(place, head));
  if (draft !== null) await close(place, draft);
}

async function closeDraft(
  place: TestRunPlace,
  { known, isUncertain, isBranchDeleted }: Pick<WantedTestRun, "known" | "isUncertain" | "isBranchDeleted">,
): Promise<ShownTestRun> {
  if (known.isOver && !isUncertain) return known;
  const isLookedFor = known.head !== "" && (isUncertain || known.number === null);
  const found = isLookedFor ? await findDraft(place, known.head) : null;
  const number = found ?? (known.isOver ? null : known.number);
  // A draft that was searched for and is still listed as open is closed in any case.
  const isClosedByGitHub = !isLookedFor && number !== null && (await isBranchDeleted(known.head));
  if (number !== null && !isClosedByGitHub) await close(place, number);
  return { ...known, isOver: true };
}

async function findDraft({ calls, repository }: TestRunPlace, branch: string): Promise<number | null> {
  const head = `${repository.owner}:${branch}`;
  const listed = await calls.list(repository, "/pulls", { head, state: "open" });
  // Where GitHub does not know the head, it lists other pull requests too.
  const found = listed.find((pull) => textAt(pull, "head", "ref") === branch);
  return found === undefined ? null : numberAt(found, "number");
}

/** GitHub refuses to close a draft that counts as merged, or that it closed with its branch; both are fine. */
export async function close({ calls, repository }: TestRunPlace, number: number): Promise<void> {
  await calls.send(repository, "PATCH", "/pulls/{number}", { number, state: "closed" }, [404, 422]);
}
