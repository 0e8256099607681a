/**
 * The first part of a question: what starts git. The rest of the command is loaded meanwhile, which takes as long as git
 * does.
 */
import { timeLimit } from "../../client/deadline.js";
import { duration } from "../../client/parse.js";
import { type Checkout, findCheckout } from "../../targets/git/checkout.js";
import { GitFailure } from "../../targets/git/run-git.js";
import { UsageError } from "../client/missing-input.js";
import type { Surroundings } from "../surroundings.js";

export interface TargetsQuestion {
  readonly from: string;
  readonly base: string;
  readonly head: string;
  readonly checkout: string;
  readonly timeout: string;
  readonly json: boolean;
  readonly explain: boolean;
}

export interface BegunQuestion {
  readonly interruption: AbortSignal;
  /** Aborts when the time is over, and when the user interrupts. */
  readonly signal: AbortSignal;
  /** Undefined when there was no time to find it. Rejects with `UsageError` for what the user has to correct. */
  readonly checkout: Promise<Checkout | undefined>;
}

export function beginQuestion(question: TargetsQuestion, surroundings: Surroundings): BegunQuestion {
  const interruption = surroundings.interruption();
  const limitMs = duration()(question.timeout);
  const signal = limitMs.ok ? AbortSignal.any([interruption, timeLimit(limitMs.value)]) : interruption;
  const checkout = limitMs.ok
    ? checkoutOf(question, signal)
    : Promise.reject(new UsageError(`--timeout: expected ${limitMs.expected}`));
  // It is reported where it is awaited.
  checkout.catch(() => undefined);
  return { interruption, signal, checkout };
}

async function checkoutOf(
  { base, head, from, checkout: folder }: TargetsQuestion,
  signal: AbortSignal,
): Promise<Checkout | undefined> {
  for (const [option, revision] of Object.entries({ "--base": base, "--head": head }))
    if (revision.trim() === "")
      throw new UsageError(`${option}: expected a commit, a branch or a tag, not an empty text`);
  const checkout = await findCheckout(folder, signal, {
    revisions: [base, head],
    files: readsManifests(from) ? MANIFESTS : [],
  }).catch((error: unknown) => {
    // The computation then ends without a call of git, and gives the reason.
    if (signal.aborted && error instanceof GitFailure) return undefined;
    throw error;
  });
  if (checkout === null) throw new UsageError(`--checkout ${folder} is not in a git repository`);
  return checkout;
}

/** Of ecosystems whose repositories have very many. */
const MANIFESTS = ["package.json", "Cargo.toml", "go.mod", "pom.xml"];

function readsManifests(from: string): boolean {
  return from.split(/[,\n]/).some((name) => ["auto", "workspaces"].includes(name.trim()));
}
