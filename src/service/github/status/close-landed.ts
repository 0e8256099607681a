/** Closes a pull request that landed by push, or leaves that to GitHub where its head itself is on the branch. */
import { assertNever } from "../../../domain/assert-never.js";
import { ForgeError } from "../../ports/world-error.js";
import { type ClosingStatus, isSame, type Place, textAt, valueAt } from "./status.js";

type Closing = "closed" | "notYet";

/** `isLate`: GitHub had enough time to notice the landing. "closed" also if there is nothing to close. */
export async function closeLanded(place: Place, status: ClosingStatus, isLate: boolean): Promise<Closing> {
  if (isLeftToGitHub(status)) {
    const { calls, repository, number } = place;
    const found = await calls.read(repository, "/pulls/{number}", { number });
    if (found === null || textAt(found, "state") === "closed") return "closed";
    if (valueAt(found, "state") !== "open") throw new ForgeError("GitHub answered without a state", true);
    if (textAt(found, "head", "sha") !== status.headSha) return "closed";
    if (!isLate) return "notYet";
  }
  await closeUnlessPushedTo(place, status);
  return "closed";
}

/**
 * Closes first and then compares the head in the answer, which saves a read for each landing. A pull request that was
 * pushed to after the landing is opened again, unless a person closed it.
 */
async function closeUnlessPushedTo(
  { calls, repository, number, self }: Place,
  { headSha }: ClosingStatus,
): Promise<void> {
  const setState = async (state: "closed" | "open") =>
    calls.send(repository, "PATCH", "/pulls/{number}", { number, state }, [404, 422]);
  const { status, body } = await setState("closed");
  if (status >= 300 || valueAt(body, "merged") === true) return;
  const head = textAt(body, "head", "sha");
  if (head === "" || head === headSha) return;
  const closer = textAt(await calls.read(repository, "/issues/{number}", { number }), "closed_by", "login");
  if (closer === "" || isSame(closer, await self())) await setState("open");
}

function isLeftToGitHub({ kind }: ClosingStatus): boolean {
  switch (kind) {
    case "close":
      return false;
    case "closesByItself":
      return true;
    default:
      return assertNever(kind);
  }
}
