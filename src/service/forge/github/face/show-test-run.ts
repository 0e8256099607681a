/** Opens the draft pull request of a test branch, and closes it when the run has ended. */
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { oneLine } from "../calls/call-failure.js";
import type { GitHubCalls } from "../calls/github-calls.js";
import type { Draft } from "./draft-of.js";
import { messageOf, numberAt } from "./face.js";
import type { ShownTestRun } from "./shown.js";

export interface TestRunPlace {
  readonly calls: GitHubCalls;
  readonly repository: Repository;
}

export interface TestRunWish {
  /** null: the run has ended, or wants none. */
  readonly draft: Draft | null;
  readonly known: ShownTestRun;
  /** There may be one that `known` does not name. */
  readonly isUncertain: boolean;
  /** GitHub refused often enough; a branch that was just pushed may not be seen yet. */
  readonly isHopeless: boolean;
  readonly save: (shown: ShownTestRun) => Promise<void>;
}

/** A second draft of a branch is refused, so that none has to be looked for before. */
export async function showTestRun(place: TestRunPlace, wish: TestRunWish): Promise<ShownTestRun> {
  const { draft, known } = wish;
  if (draft === null) return closeDraft(place, wish);
  if (known.number !== null || known.isOver) return known;
  const { calls, repository } = place;
  const { head } = draft;
  await wish.save({ ...known, head });
  const { status, body } = await calls.send(repository, "POST", "/pulls", { ...draft, draft: true }, [422]);
  const number = status === 422 ? await findDraft(place, head) : numberAt(body, "number");
  if (number === null && !wish.isHopeless)
    throw new ForgeError(`GitHub refused a draft pull request: ${oneLine(messageOf(body))}`, true);
  return { ...known, head, number, isOver: number === null };
}

async function closeDraft(
  place: TestRunPlace,
  { known, isUncertain }: Pick<TestRunWish, "known" | "isUncertain">,
): Promise<ShownTestRun> {
  if (known.isOver && !isUncertain) return known;
  const isLookedFor = known.head !== "" && (isUncertain || known.number === null);
  const found = isLookedFor ? await findDraft(place, known.head) : null;
  const number = found ?? (known.isOver ? null : known.number);
  if (number !== null) await close(place, number);
  return { ...known, isOver: true };
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
