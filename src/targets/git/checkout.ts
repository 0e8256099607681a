/** Reads facts about the user's checkout. No call here writes to it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CheckoutObjects } from "./checkout-objects.js";
import { parentsIn } from "./commit-facts.js";
import type { Borrowed } from "./empty-repository.js";
import { localEnvironment, TRUSTED } from "./git-environment.js";
import { listTree } from "./git-tree.js";
import { GitFailure, runGit } from "./run-git.js";

export interface Checkout {
  readonly folder: string;
  readonly objects: CheckoutObjects;
  /** Commits that are already read, by the revisions that name them; null without a commit. */
  readonly named: ReadonlyMap<string, NamedCommit | null>;
  /** Read once, when they are needed. Throws `GitFailure`. */
  facts(): Promise<CheckoutFacts>;
  /** The address that it fetches from; null without one. Throws `GitFailure`. */
  origin(): Promise<string | null>;
}

export interface CheckoutFacts extends Borrowed {
  /** The folder of its objects; work trees of one repository share it. */
  readonly objects: string;
  /** Null before the first commit. */
  readonly head: string | null;
  /** Its history ends early. */
  readonly isShallow: boolean;
}

const HEAD = "HEAD^{commit}";
const IS_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** No name of a ref has two dots. */
const NO_COMMIT = "..^{commit}";

/**
 * `revisions`: names of commits that will be needed, the head as the last one. The caller leaves the objects. Null when the
 * folder is in no checkout. Throws `GitFailure` when git itself is missing.
 */
export async function findCheckout(
  folder: string,
  signal: AbortSignal,
  revisions: readonly string[] = [],
): Promise<Checkout | null> {
  if (!existsSync(folder)) return null;
  const facts = once(() => readFacts(folder, signal));
  const origin = once(() => originOf(folder, signal));
  const objects = new CheckoutObjects(folder, signal);
  const head = evidentId(folder, revisions.at(-1) ?? "");
  // What a shallow checkout lacks is fetched, which takes longer than all else and is prepared first.
  const isShallow = revisions.length > 0 && existsSync(join(folder, ".git", "shallow"));
  const list = () => (head === null ? undefined : objects.startAhead(listTree(head)));
  if (!isShallow) list();
  const reading = revisions.length === 0 ? null : readCommits(objects, revisions).catch(notFound);
  if (isShallow) {
    for (const read of [facts, origin]) read().catch(() => undefined);
    list();
  }
  const commits = await reading;
  // Git has read commits only in a checkout.
  if (commits === null && (await leftUnlessRead(facts, objects)) === null) return null;
  return {
    folder,
    objects,
    named: new Map(commits?.map((commit, index) => [revisions[index] ?? "", commit])),
    facts: async () => {
      const found = await facts();
      if (found === null) throw new GitFailure(`git does not recognize the checkout ${folder}`);
      return found;
    },
    origin,
  };
}

/** A git that fails, or is no longer waited for, must not remain. */
async function leftUnlessRead(
  read: () => Promise<CheckoutFacts | null>,
  objects: CheckoutObjects,
): Promise<CheckoutFacts | null> {
  let facts: CheckoutFacts | null = null;
  try {
    facts = await read();
  } finally {
    if (facts === null) objects.leave();
  }
  return facts;
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () => {
    value ??= read();
    return value;
  };
}

async function readFacts(folder: string, signal: AbortSignal): Promise<CheckoutFacts | null> {
  const options = ["--path-format=absolute", "--git-path", "objects", "--is-shallow-repository"];
  const words = ["rev-parse", ...options, "--show-object-format", HEAD];
  const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1, 128] };
  const { exitCode, stdout } = await runGit(words, call);
  if (signal.aborted) throw new GitFailure("there was no time left for git rev-parse");
  // Before the first commit git fails after it has printed the rest, and repeats the name.
  const lines = withoutLineEnd(stdout)
    .split("\n")
    .filter((line) => line !== HEAD);
  const head = exitCode === 0 ? (lines.pop() ?? null) : null;
  const format = lines.pop();
  const isShallow = lines.pop() === "true";
  const objects = lines.join("\n");
  if (objects === "" || format === undefined) return null;
  return { objects, format: format === "sha256" ? "sha256" : "sha1", head, isShallow };
}

/** The commit that a name certainly means, without a call of git; null for most names. */
function evidentId(folder: string, revision: string): string | null {
  if (IS_ID.test(revision)) return revision;
  if (revision !== "HEAD") return null;
  try {
    const head = readFileSync(join(folder, ".git", "HEAD"), "latin1").trim();
    return IS_ID.test(head) ? head : null;
  } catch {
    return null; // Git finds it, in another folder.
  }
}

/** The folder may be in no checkout, which the other call reports. */
function notFound(error: unknown): null {
  if (error instanceof GitFailure) return null;
  throw error;
}

export interface NamedCommit {
  readonly id: string;
  /** As the commit records them, also those that a shallow checkout lacks. */
  readonly parents: readonly string[];
}

/** The commits that revisions name in the checkout, in their order; null for one that names none. */
export async function commitsNamed(
  { objects, named }: Checkout,
  revisions: readonly string[],
): Promise<readonly (NamedCommit | null)[]> {
  if (!revisions.every((revision) => named.has(revision))) return readCommits(objects, revisions);
  return revisions.map((revision) => named.get(revision) ?? null);
}

async function readCommits(
  objects: CheckoutObjects,
  revisions: readonly string[],
): Promise<readonly (NamedCommit | null)[]> {
  // Git reads one name a line.
  const names = revisions.map((name) => (/[\n\0]/.test(name) ? NO_COMMIT : `${name}^{commit}`));
  return (await objects.contents(names)).map((found) =>
    found === null ? null : { id: found.id, parents: parentsIn(found.bytes.toString("latin1")) },
  );
}

async function originOf(folder: string, signal: AbortSignal): Promise<string | null> {
  const call = { folder, environment: localEnvironment(TRUSTED), signal, answers: [0, 1] };
  const { exitCode, stdout } = await runGit(["config", "--get", "remote.origin.url"], call);
  return exitCode === 0 ? withoutLineEnd(stdout) : null;
}

function withoutLineEnd(bytes: Buffer): string {
  return bytes.toString().replace(/\r?\n$/, "");
}
