/**
 * Closes what landed by push, as GitHub knows of no merge then. Where the head itself is on the branch GitHub does so by
 * itself, and calls it merged: that is waited for, and nothing is closed that somebody has pushed to since.
 */
import { assertNever } from "../../../../domain/assert-never.js";
import { ForgeError } from "../../../ports/world-error.js";
import { textAt, valueAt } from "./answers.js";
import type { ClosingFace } from "./face.js";
import type { Place } from "./place.js";

export type Closing = "closed" | "notYet";

/** `isLate`: GitHub had time enough to see it. */
export async function closeLanded(place: Place, face: ClosingFace, isLate: boolean): Promise<Closing> {
  switch (face.kind) {
    case "close":
      return close(place);
    case "closesByItself": {
      const { calls, repository, number } = place;
      const found = await calls.read(repository, "/pulls/{number}", { number });
      if (found === null || textAt(found, "state") === "closed") return "closed";
      if (valueAt(found, "state") !== "open") throw new ForgeError("GitHub answered without a state", true);
      if (textAt(found, "head", "sha") !== face.headSha) return "closed";
      return isLate ? close(place) : "notYet";
    }
    default:
      return assertNever(face.kind);
  }
}

async function close({ calls, repository, number }: Place): Promise<Closing> {
  await calls.send(repository, "PATCH", "/pulls/{number}", { number, state: "closed" }, [404, 422]);
  return "closed";
}
