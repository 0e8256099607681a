/**
 * Reads objects of the user's checkout by their ids, which no configuration of it changes. One process of git answers any
 * number of questions, and a call that is sure to come can be started ahead.
 */
import { lastWords, startGitToAsk } from "../../process/run-git.js";
import { type AskedProgram, keepThisProcess, signalGroup } from "../../process/run-program.js";
import { localEnvironment, TRUSTED } from "./git-environment.js";
import { type GitAnswer, type GitCall, GitFailure, runGit } from "./run-git.js";

export interface FoundObject {
  readonly id: string;
  readonly type: string;
  readonly bytes: Buffer;
}

type Extra = Pick<GitCall, "input" | "answers" | "deadlineMs">;

export class CheckoutObjects {
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #left = new AbortController();
  readonly #ahead = new Map<string, Promise<GitAnswer>>();
  #asking: Promise<Asking | null> | null = null;

  constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
  }

  /** Starts a call whose answer `run` will then return. */
  startAhead(words: readonly string[]): void {
    const signal = AbortSignal.any([this.#signal, this.#left.signal]);
    const answer = runGit(words, { ...this.#start(), signal });
    answer.catch(() => undefined);
    this.#ahead.set(words.join("\0"), answer);
  }

  /** Throws `GitFailure`. */
  run(words: readonly string[], signal: AbortSignal, extra: Extra = {}): Promise<GitAnswer> {
    const answer = this.#ahead.get(words.join("\0"));
    return answer === undefined
      ? runGit(words, { ...extra, ...this.#start(), signal })
      : unlessAborted(answer, signal, `git ${words[0] ?? ""}`);
  }

  /**
   * The objects that these names or ids mean, in their order; null for what this machine does not have. Throws `GitFailure`,
   * also where no process can be asked.
   */
  async contents(
    names: readonly string[],
    signal: AbortSignal = this.#signal,
  ): Promise<readonly (FoundObject | null)[]> {
    const contents: (FoundObject | null)[] = [];
    await this.#ask(names, signal, (found) => contents.push(found));
    return contents;
  }

  /** The bytes of objects by their ids, without those that this machine does not have. Throws `GitFailure` like `contents`. */
  async read(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Uint8Array>> {
    const read = new Map<string, Uint8Array>();
    await this.#ask(ids, signal, (found) => {
      if (found !== null) read.set(found.id, found.bytes);
    });
    return read;
  }

  async #ask(names: readonly string[], signal: AbortSignal, take: Take): Promise<void> {
    this.#asking ??= startGitToAsk(["cat-file", "--batch-command", "--buffer"], this.#start()).then(
      (child) => (child === null ? null : new Asking(child, this.#signal)),
    );
    const asking = await this.#asking;
    if (asking === null) throw new GitFailure("git cat-file could not be started");
    return unlessAborted(asking.ask(names, take), signal, CAT_FILE);
  }

  /** Ends what still runs. */
  leave(): void {
    this.#left.abort();
    this.#asking?.then(
      (asking) => asking?.end(),
      () => undefined,
    );
  }

  #start() {
    return { folder: this.#folder, environment: localEnvironment(TRUSTED) };
  }
}

const CAT_FILE = "git cat-file";
const NO_TIME = ": there was no time left for it";

/** `leave` ends what is no longer waited for. */
function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal, who: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new GitFailure(`${who}${NO_TIME}`));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

type Take = (found: FoundObject | null) => void;

interface Question {
  /** How many answers are missing. */
  open: number;
  bytes: number;
  readonly take: Take;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const LINE_FEED = 0x0a;
/** Of the answers to one question. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Any other line repeats a name that means nothing here. */
const HEADER = /^([0-9a-f]{40,64}) ([a-z]+) (\d{1,15})$/;

class Asking {
  readonly #child: AskedProgram;
  readonly #open: Question[] = [];
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** With fewer bytes, no object is complete. */
  #needed = 1;
  #stderr = "";
  #failure: GitFailure | null = null;

  constructor(child: AskedProgram, signal: AbortSignal) {
    this.#child = child;
    const abort = () => {
      signalGroup(child, "SIGTERM");
      this.#fail(NO_TIME);
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    child.stdout?.on("data", (piece: Buffer) => this.#take(piece));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4_000);
    });
    child.stdin?.on("error", () => undefined);
    child.once("error", (error) => this.#fail(`: ${error.message}`));
    child.once("close", (exitCode) => {
      signal.removeEventListener("abort", abort);
      this.#fail(` ended with ${exitCode ?? "a signal"}: ${lastWords(this.#stderr)}`);
    });
  }

  /** `take` receives one answer for each name, in their order. */
  ask(names: readonly string[], take: Take): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (names.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#open.push({ open: names.length, bytes: 0, take, resolve, reject });
      keepThisProcess(this.#child, true);
      this.#child.stdin?.write(`contents ${names.join("\ncontents ")}\nflush\n`);
    });
  }

  end(): void {
    this.#child.stdin?.end();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.byteLength;
    if (this.#bytes < this.#needed) return;
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#bytes);
    const rest = bytes.subarray(this.#takeObjects(bytes));
    this.#pieces = rest.byteLength === 0 ? [] : [rest];
    this.#bytes = rest.byteLength;
  }

  /** Returns where the first incomplete object begins. */
  #takeObjects(bytes: Buffer): number {
    this.#needed = 1;
    for (let start = 0; start < bytes.byteLength; ) {
      const end = bytes.indexOf(LINE_FEED, start);
      if (end === -1) return start;
      const [, id = "", type = "", size = ""] = HEADER.exec(bytes.toString("latin1", start, end)) ?? [];
      if (id === "") {
        this.#answer(null);
        start = end + 1;
        continue;
      }
      if (!this.#hasRoom(Number(size))) return bytes.byteLength;
      const after = end + 1 + Number(size);
      if (after >= bytes.byteLength) {
        this.#needed = after + 1 - start;
        return start;
      }
      this.#answer({ id, type, bytes: bytes.subarray(end + 1, after) });
      start = after + 1;
    }
    return bytes.byteLength;
  }

  /** Also for an object whose bytes have not arrived yet. */
  #hasRoom(size: number): boolean {
    const [question] = this.#open;
    if (question === undefined || question.bytes + size <= MOST_BYTES) return true;
    signalGroup(this.#child, "SIGTERM");
    this.#fail(`: it printed more than ${MOST_BYTES} bytes`);
    return false;
  }

  #answer(found: FoundObject | null): void {
    const [question] = this.#open;
    if (question === undefined) return;
    question.bytes += found?.bytes.byteLength ?? 0;
    question.take(found);
    question.open -= 1;
    if (question.open > 0) return;
    this.#open.shift();
    if (this.#open.length === 0) keepThisProcess(this.#child, false);
    question.resolve();
  }

  #fail(because: string): void {
    this.#failure ??= new GitFailure(`${CAT_FILE}${because}`);
    for (const { reject } of this.#open.splice(0)) reject(this.#failure);
  }
}
