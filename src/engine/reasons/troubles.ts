/** Why something that cannot be read, used or landed leaves, so that the rest goes on. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { PATIENCE_MS } from "../trouble.js";
import { amount, asSentencePart, list, reason } from "./words.js";

const WAITED = amount(PATIENCE_MS / 60_000, "minute");

export function unreadable(entry: PullRequestNumber, why: Reason): Reason {
  return reason(
    why.code,
    `#${entry} could not be read for ${WAITED} while the rest of the queue could: ${asSentencePart(why)}; submit it again once it can.`,
  );
}

/** A sentence that follows the numbers of the entries under test. */
export function unreadableRun(why: Reason): Reason {
  return reason(
    why.code,
    `The checks of the test run could not be read for ${WAITED} while other work succeeded: ${asSentencePart(why)}.`,
  );
}

export function unusable(entry: PullRequestNumber, why: Reason): Reason {
  return reason(
    why.code,
    `#${entry} cannot be tested: ${asSentencePart(why)}; push another head and submit it again.`,
  );
}

export function hindered(why: Reason): Reason {
  return reason(
    why.code,
    `${asSentencePart(why)}; that was tried for ${WAITED} while others waited. A push that is still under way may arrive later.`,
  );
}

/** Of several that were to land at once, one may be why they could not. */
export function landsApart(entries: readonly PullRequestNumber[], why: Reason): Reason {
  return reason(
    "BISECTION_REQUIRED",
    `${list(entries)} could not land together (${asSentencePart(why)}), so each is tested and lands by itself.`,
  );
}
