/**
 * Closes what landed by push, as GitHub knows of no merge then. Where the head itself is on the branch GitHub does so by
 * itself, and calls it merged: that is waited for. Nothing is closed that somebody has pushed to since: it would be lost.
 */
import { assertNever } from "../../../../domain/assert-never.js";
import { ForgeError } from "../../../ports/world-error.js";
import { textAt, valueAt } from "./answers.js";
import type { ClosingFace } from "./face.js";
import type { Place } from "./place.js";

export type Closing = "closed" | "notYet";

/** `isLate`: GitHub had time enough to see it. "closed" is also what there is nothing to close of. */
export async function closeLanded(place: Place, face: ClosingFace, isLate: boolean): Promise<Closing> {
  const { calls, repository, number } = place;
  const found = await calls.read(repository, "/pulls/{number}", { number });
  if (found === null || textAt(found, "state") === "closed") return "closed";
  if (valueAt(found, "state") !== "open") throw new ForgeError("GitHub answered without a state", true);
  if (textAt(found, "head", "sha") !== face.headSha) return "closed";
  if (isLeftToGitHub(face) && !isLate) return "notYet";
  await calls.send(repository, "PATCH", "/pulls/{number}", { number, state: "closed" }, [404, 422]);
  return "closed";
}

function isLeftToGitHub({ kind }: ClosingFace): boolean {
  switch (kind) {
    case "close":
      return false;
    case "closesByItself":
      return true;
    default:
      return assertNever(kind);
  }
}
