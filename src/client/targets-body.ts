/**
 * The body of `setImpactedTargets`, built name by name: a list when its exact bytes fit, else `"ALL"`.
 * The bytes are those of `JSON.stringify`; no more names are read than needed to decide.
 */
import type { RequestOf } from "../contract/endpoints.js";
import { MAX_BODY_BYTES } from "../contract/limits.js";
import type { Answer, CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { JsonTextList } from "./json-text-list.js";
import { shown } from "./message-words.js";

/** The pull request and the commit that the targets belong to. */
export type TargetsEnvelope = Omit<RequestOf<"setImpactedTargets">, "impactedTargets" | "cause">;

export type TargetsBody =
  /** `count` distinct names, all of them in the body. */
  | { readonly kind: "list"; readonly body: Uint8Array; readonly count: number }
  /** `tooLarge`: at least `count` distinct names were read before it was clear that they do not fit. */
  | {
      readonly kind: "all";
      readonly why: "asked" | "tooLarge";
      readonly body: Uint8Array;
      readonly count: number;
    };

const END = Buffer.from("]}");
/** Room for the name that crosses the limit. */
const LAST_NAME_BYTES = 64 * 1024;

/** Leaves out duplicates and empty names; keeps the order of first appearance. No names give an empty list. */
export function targetsBody(
  envelope: TargetsEnvelope,
  names: Iterable<string>,
  limitBytes = MAX_BODY_BYTES,
): TargetsBody {
  const builder = new TargetsBodyBuilder(envelope, limitBytes);
  for (const name of names) {
    if (!builder.add(name)) break;
  }
  return builder.finish();
}

/** What a service accepts. */
const LONGEST_CAUSE = 500;

/** The body for `ALL` when the caller asks for it; `cause` is for people, and may be cut. */
export function allTargetsBody(envelope: TargetsEnvelope, cause = ""): TargetsBody {
  const end =
    cause === "" ? "}" : `,"cause":${JSON.stringify(cause.slice(0, LONGEST_CAUSE).toWellFormed())}}`;
  return { kind: "all", why: "asked", body: withTargets(envelope, `"ALL"${end}`), count: 0 };
}

/** For names that arrive one by one. */
export class TargetsBodyBuilder {
  readonly #envelope: TargetsEnvelope;
  readonly #limitBytes: number;
  readonly #names: JsonTextList;
  #count = 0;
  #isTooLarge = false;

  constructor(envelope: TargetsEnvelope, limitBytes = MAX_BODY_BYTES) {
    this.#envelope = envelope;
    this.#limitBytes = limitBytes;
    this.#names = new JsonTextList(withTargets(envelope, "["), limitBytes + LAST_NAME_BYTES);
  }

  /** False when the list does not fit any more, regardless of further names. */
  add(name: string): boolean {
    if (this.#isTooLarge) return false;
    if (name === "") return true;
    if (name.length > this.#limitBytes) {
      this.#count++; // longer than all names before it together, so it is a new name
      this.#isTooLarge = true;
      return false;
    }
    this.#names.add(name);
    this.#count = this.#names.count;
    this.#isTooLarge = this.#names.byteLength + END.byteLength > this.#limitBytes;
    return !this.#isTooLarge;
  }

  finish(): TargetsBody {
    const count = this.#count;
    if (!this.#isTooLarge) return { kind: "list", body: this.#names.concat(END), count };
    return { ...allTargetsBody(this.#envelope), kind: "all", why: "tooLarge", count };
  }
}

function withTargets({ repo, targetBranch, pr }: TargetsEnvelope, targets: string): Uint8Array {
  const envelope = JSON.stringify({ repo, targetBranch, pr }).slice(0, -1);
  return Buffer.from(`${envelope},"impactedTargets":${targets}`);
}

/** Longer names are not examined: there may be millions of them. */
const LONGEST_LIKE_ALL = 32;

/**
 * Warns of a name that looks like `ALL` but does not mean all targets. Call it for lists with other names than `ALL`.
 * Null for nearly all names.
 */
export function warningOfLikeAll(name: string): string | null {
  if (name.length > LONGEST_LIKE_ALL || name.trim().toUpperCase() !== "ALL") return null;
  return `A target is named ${shown(name)}: it does not mean all targets, as ALL without other names does.`;
}

export interface SentTargets extends Answer<"setImpactedTargets"> {
  readonly sentAs: "list" | "all";
  /** `refused`: the list was within the limit, but the service refused it. */
  readonly why: "fits" | "asked" | "tooLarge" | "refused";
  /** Distinct names: of the list, or read before it was clear that they do not fit. */
  readonly count: number;
}

/**
 * A service, or a proxy in front of it, may accept less than the contract: after a 413, and after a 400 for a body with a cause,
 * which a strict service may not know, `"ALL"` alone is sent once.
 */
export async function sendTargets(
  client: MergeQueueClient,
  envelope: TargetsEnvelope,
  targets: TargetsBody,
  options: CallOptions = {},
): Promise<SentTargets> {
  const { count } = targets;
  try {
    const answer = await client.callWithBody("setImpactedTargets", targets.body, options);
    return targets.kind === "list"
      ? { ...answer, sentAs: "list", why: "fits", count }
      : { ...answer, sentAs: "all", why: targets.why, count };
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    const all = allTargetsBody(envelope).body;
    const isShorter =
      targets.kind === "list"
        ? error.status === 413
        : error.status === 400 && targets.body.byteLength > all.byteLength;
    if (!isShorter) throw error;
    const answer = await sendAgain(client, all, options, error);
    return { ...answer, sentAs: "all", why: targets.kind === "list" ? "refused" : targets.why, count };
  }
}

async function sendAgain(
  client: MergeQueueClient,
  body: TargetsBody["body"],
  options: CallOptions,
  first: MergeQueueError,
): Promise<Answer<"setImpactedTargets">> {
  try {
    const answer = await client.callWithBody("setImpactedTargets", body, options);
    return { ...answer, attempts: first.attempts + answer.attempts };
  } catch (error) {
    throw error instanceof MergeQueueError ? error.afterEarlier(first) : error;
  }
}
