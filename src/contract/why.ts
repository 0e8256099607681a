/** Why a pull request has not landed: part of the reply of `getSubmittedPullRequest`, only of this service. */
import * as z from "zod/mini";
import { SUBMIT_AGAIN, VERDICT_KINDS } from "../domain/verdict-kinds.js";
import { WAIT_KINDS } from "../domain/wait-kinds.js";
import { separated } from "../domain/words.js";
import { described, flag, momentOnWire, oneOf, onWire } from "./schema.js";

/** `ciSilent` is `CI_SILENT` on the wire. */
export function wordOnWire(kind: string): string {
  return separated(kind, "_").toUpperCase();
}

const link = z.object({
  what: onWire("What it waits for; untrusted text."),
  why: onWire("Why that is not done; a clause about it, untrusted text."),
  prNumber: z.optional(described(z.number(), "Number of that pull request; absent for anything else.")),
});

const failedCheck = z.object({
  name: onWire("Name of the check; untrusted text."),
  url: onWire("URL of its output; untrusted, may be empty."),
  conclusion: z.optional(onWire("Its conclusion, in lower case.")),
});

const exit = described(
  z.object({
    verdict: oneOf(VERDICT_KINDS.map(wordOnWire), "Why it left."),
    submitAgain: oneOf(
      SUBMIT_AGAIN.map(wordOnWire),
      "Whether another submission makes sense, or after what.",
    ),
    next: onWire("The next step of the author, as a sentence."),
    failedChecks: z.optional(described(z.array(failedCheck), "The failed checks, the decisive one first.")),
    testRunId: z.optional(onWire("The run that decided.")),
    outputTail: z.optional(onWire("The end of the output of the decisive check; untrusted text.")),
  }),
  "The verdict; only after it left the queue.",
);

export const whyOnWire = described(
  z.object({
    sentence: onWire("The answer in a few short sentences; names in backticks are untrusted text."),
    needsAction: flag("The author has to do something before it can land."),
    situation: z.optional(oneOf(WAIT_KINDS.map(wordOnWire), "Why it waits; only while it is in the queue.")),
    position: z.optional(described(z.number(), "Its place among the admitted pull requests; 1 is next.")),
    expectedFrom: z.optional(
      momentOnWire("The range in which it will probably land begins; absent: unknown."),
    ),
    expectedUntil: z.optional(momentOnWire("That range ends.")),
    waitsFor: z.optional(described(z.array(link), "What it waits for, the nearest first.")),
    exit: z.optional(exit),
    pageUrl: z.optional(
      onWire("URL of its page in the service, for people; absent if the service has no public address."),
    ),
  }),
  "Why it has not landed; only on request, and only from this service.",
  { id: "Why" },
);
