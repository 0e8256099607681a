/**
 * Reads objects of the user's checkout by their ids, which no configuration of it changes. One process of git answers any
 * number of questions, and a call that is sure to come can be started ahead.
 */
import { startGitToAsk } from "../../process/run-git.js";
import { type AskedProgram, keepThisProcess, signalGroup } from "../../process/run-program.js";
import { localEnvironment, TRUSTED } from "./git-environment.js";
import { DEADLINE_MS, endedWith, type GitAnswer, type GitCall, GitFailure, runGit } from "./run-git.js";

export interface FoundObject {
  readonly id: string;
  readonly type: string;
  readonly bytes: Buffer;
}

type Extra = Pick<GitCall, "input" | "answers" | "deadlineMs">;

export class CheckoutObjects {
  readonly #folder: string;
  readonly #signal: AbortSignal;
  readonly #deadlineMs: number;
  readonly #left = new AbortController();
  readonly #ahead = new Map<string, Promise<GitAnswer>>();
  #asking: Promise<Asking | null> | null = null;

  /** `deadlineMs`: for each question. */
  constructor(folder: string, signal: AbortSignal, deadlineMs = DEADLINE_MS) {
    this.#folder = folder;
    this.#signal = signal;
    this.#deadlineMs = deadlineMs;
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

  /** A process that ends while it is asked is replaced once: something else may have ended it. */
  async #ask(names: readonly string[], signal: AbortSignal, take: Take, isAgain = false): Promise<void> {
    this.#asking ??= this.#startAsking();
    const started = this.#asking;
    const asking = await started;
    if (asking === null) throw new GitFailure("git cat-file could not be started");
    let answers = 0;
    const count: Take = (found) => {
      answers += 1;
      take(found);
    };
    try {
      await unlessAborted(asking.ask(names, this.#deadlineMs, count), signal, CAT_FILE);
    } catch (error) {
      if (!asking.isReplaceable) throw error;
      if (this.#asking === started) this.#asking = null;
      if (isAgain || signal.aborted || this.#left.signal.aborted) throw error;
      await this.#ask(names.slice(answers), signal, take, true);
    }
  }

  async #startAsking(): Promise<Asking | null> {
    const words = ["cat-file", "--batch-command", "--buffer"];
    const child = await startGitToAsk(words, this.#start());
    return child === null ? null : new Asking(child, this.#signal);
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
const CHECK_GIT =
  "Run git fsck in the checkout, and git --version, which has to be 2.39 or newer, to find out why git fails.";
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
  readonly deadline: NodeJS.Timeout;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const LINE_FEED = 0x0a;
/** Of the answers to one question. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Between the request to end and the end that no program can refuse. */
const GRACE_MS = 1_000;
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
  #hasEnded = false;

  constructor(child: AskedProgram, signal: AbortSignal) {
    this.#child = child;
    const abort = () => this.#stop(NO_TIME);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    child.stdout?.on("data", (piece: Buffer) => this.#take(piece));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4_000);
    });
    child.stdin?.on("error", () => undefined);
    child.once("error", (error) => this.#end(`${CAT_FILE}: ${error.message}`));
    child.once("close", (exitCode) => {
      signal.removeEventListener("abort", abort);
      this.#end(endedWith(CAT_FILE, exitCode, this.#stderr));
    });
  }

  /** Whether another process may answer: this one ended by itself, and not for an object that a partial clone lacks. */
  get isReplaceable(): boolean {
    return this.#hasEnded && !this.#stderr.includes("promisor remote");
  }

  /** `take` receives one answer for each name, in their order. */
  ask(names: readonly string[], deadlineMs: number, take: Take): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (names.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const seconds = Math.round(deadlineMs / 100) / 10;
      const late = () => this.#stop(`: it did not answer within ${seconds} s`);
      const deadline = setTimeout(late, deadlineMs).unref();
      this.#open.push({ open: names.length, bytes: 0, take, deadline, resolve, reject });
      keepThisProcess(this.#child, true);
      this.#child.stdin?.write(`contents ${names.join("\ncontents ")}\nflush\n`);
    });
  }

  end(): void {
    this.#stop(": its caller has left");
    this.#child.stdin?.end();
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  /** It reads only, so nothing is lost. */
  #stop(because: string): void {
    this.#fail(`${CAT_FILE}${because}`);
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    signalGroup(child, "SIGTERM");
    const kill = setTimeout(() => signalGroup(child, "SIGKILL"), GRACE_MS).unref();
    child.once("exit", () => clearTimeout(kill));
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
    this.#stop(`: it printed more than ${MOST_BYTES} bytes`);
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
    clearTimeout(question.deadline);
    if (this.#open.length === 0) keepThisProcess(this.#child, false);
    question.resolve();
  }

  #end(because: string): void {
    this.#hasEnded ||= this.#failure === null;
    this.#fail(because);
  }

  #fail(because: string): void {
    this.#failure ??= new GitFailure(because, CHECK_GIT);
    // One that ignores its end keeps no process waiting.
    keepThisProcess(this.#child, false);
    for (const { deadline, reject } of this.#open.splice(0)) {
      clearTimeout(deadline);
      reject(this.#failure);
    }
  }
}
