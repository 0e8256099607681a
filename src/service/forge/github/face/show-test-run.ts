/** Opens the draft pull request of a test branch, and closes it when the run is over. */
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import type { GitHubCalls } from "../calls/github-calls.js";
import { oneLine } from "../calls/one-line.js";
import { messageOf, numberAt } from "./answers.js";
import { digestOf } from "./digest-of.js";
import type { Draft } from "./draft-of.js";
import type { ShownTestRun } from "./shown.js";

export interface TestRunPlace {
  readonly calls: GitHubCalls;
  readonly repository: Repository;
}

export interface TestRunWish {
  /** Null: the run is over, or wants none. */
  readonly draft: Draft | null;
  readonly known: ShownTestRun;
  /** Somebody who was too late may have opened one after all. */
  readonly isDoubtful: boolean;
  /** GitHub said so often enough that it will not have it; a branch that was just pushed may not be seen at once. */
  readonly isHopeless: boolean;
  readonly save: (shown: ShownTestRun) => Promise<void>;
}

export async function showTestRun(place: TestRunPlace, wish: TestRunWish): Promise<ShownTestRun> {
  const { draft, known } = wish;
  if (draft === null) return closeDraft(place, wish);
  if (known.draft.kind === "there" || known.draft.kind === "refused") return known;
  return openDraft(place, wish, draft);
}

/** A second one of a branch is refused, so that it needs no looking before. */
async function openDraft(place: TestRunPlace, wish: TestRunWish, draft: Draft): Promise<ShownTestRun> {
  const { calls, repository } = place;
  const { head } = draft;
  await wish.save({ draft: { kind: "creating" }, head, isClosed: false });
  const { status, body } = await calls.send(repository, "POST", "/pulls", { ...draft, draft: true }, [422]);
  const number = status === 422 ? await findDraft(place, head) : numberAt(body, "number");
  const digest = digestOf(head);
  if (number !== null) return { draft: { kind: "there", id: number, digest }, head, isClosed: false };
  if (wish.isHopeless) return { draft: { kind: "refused", digest }, head, isClosed: false };
  throw new ForgeError(`GitHub refused a draft pull request: ${oneLine(messageOf(body))}`, true);
}

async function closeDraft(
  place: TestRunPlace,
  { known, isDoubtful }: Pick<TestRunWish, "known" | "isDoubtful">,
): Promise<ShownTestRun> {
  if (known.isClosed && !isDoubtful) return known;
  const number = await openNumberOf(place, known, isDoubtful);
  if (number !== null) await close(place, number);
  return { ...known, isClosed: true };
}

async function openNumberOf(
  place: TestRunPlace,
  { draft, head }: ShownTestRun,
  isDoubtful: boolean,
): Promise<number | null> {
  if (draft.kind === "creating" || (isDoubtful && head !== "")) return findDraft(place, head);
  return draft.kind === "there" ? draft.id : null;
}

async function findDraft({ calls, repository }: TestRunPlace, branch: string): Promise<number | null> {
  const head = `${repository.owner}:${branch}`;
  const [found] = await calls.list(repository, "/pulls", { head, state: "open" });
  return found === undefined ? null : numberAt(found, "number");
}

/** One that landed counts as merged, and one whose branch is gone as closed: neither can be closed any more. */
export async function close({ calls, repository }: TestRunPlace, number: number): Promise<void> {
  await calls.send(repository, "PATCH", "/pulls/{number}", { number, state: "closed" }, [404, 422]);
}
