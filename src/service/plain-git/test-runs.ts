/**
 * Runs the test command on commits. Verdicts of finished runs survive a restart of the service; unfinished runs are
 * forgotten, so the service starts them again.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assertNever } from "../../domain/assert-never.js";
import type { TestRunId } from "../../domain/ids.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { errorText } from "../../domain/thrown.js";
import type { TestRequest } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";
import type { RunState, Verdict } from "../ports/run-board.js";
import { AccessRefused, asError, GitError } from "../ports/world-error.js";
import { Turns } from "../work/in-order.js";
import { SavedVerdicts, UntestableRuns } from "./saved-verdicts.js";
import { type Slot, Slots } from "./slots.js";
import { type RunningCommand, startSupervised } from "./supervised-command.js";
import { OutputFile, removeOldLogs, testEnvironment } from "./test-environment.js";

export interface TestRunsOptions {
  readonly git: Git;
  /** Shell command line; exit code 0 passes. */
  readonly testCommand: string;
  readonly workFolder: string;
  readonly maxOutputBytes: number;
  readonly parallelRuns: number;
  readonly keptLogs: number;
  readonly log: Log;
}

const MAX_ATTEMPTS = 3;

type Attempt =
  | { readonly kind: "stopped" }
  | { readonly kind: "ended"; readonly verdict: "success" | "failure" }
  /** The work tree was not the commit under test. */
  | { readonly kind: "disturbed"; readonly why: string };

interface LiveRun {
  readonly repository: Repository;
  readonly request: TestRequest;
  hasTurn: boolean;
  isStopped: boolean;
  command: RunningCommand | undefined;
  /** Why it could not be executed. */
  failure: Error | null;
  finished: Promise<void>;
}

export class TestRuns {
  readonly #options: TestRunsOptions;
  readonly #outputFolder: string;
  readonly #live = new Map<TestRunId, LiveRun>();
  readonly #verdicts: SavedVerdicts;
  readonly #slots: Slots;
  readonly #turns: Turns;
  readonly #untestable = new UntestableRuns();
  readonly #onFinish: (repository: Repository, run: TestRunId) => void;

  constructor(options: TestRunsOptions, onFinish: (repository: Repository, run: TestRunId) => void) {
    this.#options = options;
    this.#onFinish = onFinish;
    this.#outputFolder = join(options.workFolder, "output");
    this.#verdicts = new SavedVerdicts(this.#outputFolder);
    this.#slots = new Slots(join(options.workFolder, "slots"));
    this.#turns = new Turns(options.parallelRuns);
  }

  /** Returns false and changes nothing for a known run. */
  async start(repository: Repository, request: TestRequest): Promise<boolean> {
    if (this.#live.has(request.run)) return false;
    const verdict = await this.#verdicts.read(request.run);
    if (verdict !== null || this.#live.has(request.run)) return false;
    const live: LiveRun = {
      repository,
      request,
      hasTurn: false,
      isStopped: false,
      command: undefined,
      failure: null,
      finished: Promise.resolve(),
    };
    this.#live.set(request.run, live);
    live.finished = this.#execute(live);
    return true;
  }

  /** Null for an unknown run, or a run of another repository. */
  async read(repository: Repository, run: TestRunId): Promise<RunState | null> {
    const progress = await this.#progressOf(repository, run);
    return progress === null ? null : { progress, url: pathToFileURL(this.outputPath(run)).href };
  }

  async #progressOf(repository: Repository, run: TestRunId): Promise<RunState["progress"] | null> {
    const live = this.#live.get(run);
    if (live !== undefined) {
      if (repositoryKey(live.repository) !== repositoryKey(repository)) return null;
      return live.command === undefined ? "waiting" : "underWay";
    }
    const verdict = await this.#verdicts.read(run);
    return verdict?.repository === repositoryKey(repository) ? verdict.conclusion : null;
  }

  /** Waits until the run ends; null when it was stopped. Throws if it could not be executed. */
  async ended(run: TestRunId): Promise<Verdict | null> {
    const live = this.#live.get(run);
    await live?.finished;
    if (live !== undefined && live.failure !== null) throw live.failure;
    return (await this.#verdicts.read(run))?.conclusion ?? null;
  }

  /** Ends a run that is no longer needed, and forgets it: a later start begins a new run. */
  async stop(run: TestRunId): Promise<void> {
    await this.clear(run);
    this.#untestable.forget(run);
  }

  /**
   * Ends every process of the run and forgets its verdict. Keeps its output for people, and its count of git failures
   * for the next attempt.
   */
  async clear(run: TestRunId): Promise<void> {
    const live = this.#live.get(run);
    if (live !== undefined) {
      live.isStopped = true;
      live.command?.stop();
      if (live.hasTurn) await live.finished;
      else this.#live.delete(run);
    }
    await this.#verdicts.remove(run);
  }

  outputPath(run: TestRunId): string {
    return join(this.#outputFolder, `${run}.log`);
  }

  /** Ends running tests without a verdict. Finished runs are kept. */
  async close(): Promise<void> {
    const live = [...this.#live.values()];
    for (const each of live) {
      each.isStopped = true;
      each.command?.stop();
    }
    await Promise.all(live.map((each) => each.finished));
  }

  /** Never throws: a run that fails is logged and forgotten. */
  async #execute(live: LiveRun): Promise<void> {
    const { repository, request } = live;
    const isFinished = await this.#turns.run(async () => {
      live.hasTurn = true;
      return this.#isFinished(live);
    });
    if (isFinished) this.#onFinish(repository, request.run);
  }

  async #isFinished(live: LiveRun): Promise<boolean> {
    try {
      return !live.isStopped && (await this.#test(live));
    } catch (error) {
      live.failure = asError(error);
      this.#options.log.error(
        { run: live.request.run, error: errorText(error) },
        "the tests could not be run; they will be started again",
      );
      return false;
    } finally {
      // A run that was stopped while it waited may have been started again.
      if (this.#live.get(live.request.run) === live) this.#live.delete(live.request.run);
    }
  }

  /** True when there is a verdict. */
  async #test(live: LiveRun): Promise<boolean> {
    const { run } = live.request;
    let verdict: Verdict | null;
    try {
      verdict = await this.#verdictOn(live);
    } catch (error) {
      const isOfCommit = !live.isStopped && (await this.#isOfCommit(live, error));
      if (!isOfCommit || !this.#untestable.isLastChance(run)) throw error;
      const output = await this.#openOutput(run);
      output.note(`the commit could not be tested: ${errorText(error)}`);
      await this.#closeOutput(run, output);
      verdict = "failure";
    }
    if (verdict === null || live.isStopped) return false;
    await this.#save(run, live.repository, verdict);
    this.#untestable.forget(run);
    return !live.isStopped;
  }

  /** False while the cause may be this process's way to the repository: that is no fault of the pull request. */
  async #isOfCommit({ repository, request }: LiveRun, failure: unknown): Promise<boolean> {
    const isFinal = failure instanceof GitError && !failure.retryable;
    if (!isFinal || failure instanceof AccessRefused) return false;
    try {
      await this.#options.git.readRefs(repository, [`refs/heads/${request.targetBranch}`]);
      return true;
    } catch {
      return false;
    }
  }

  /** Null when the run was stopped. A disturbed attempt is repeated in a fresh slot. */
  async #verdictOn(live: LiveRun): Promise<Verdict | null> {
    const { run } = live.request;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const outcome = await this.#testInSlot(live, attempt === 1 ? "any" : "fresh");
      if (outcome.kind === "stopped") return null;
      if (outcome.kind === "ended") return outcome.verdict;
      this.#options.log.warn({ run, attempt, why: outcome.why }, "a test run gave no verdict on its commit");
    }
    return "disturbed";
  }

  async #testInSlot(live: LiveRun, wants: "any" | "fresh"): Promise<Attempt> {
    const { repository, request } = live;
    const slot = await this.#slots.take(repository, wants);
    let attempt: Attempt;
    try {
      await this.#options.git.checkOut(repository, request.commit, slot.tree);
      attempt = await this.#attemptIn(live, slot);
    } catch (error) {
      // A slot that cannot be removed keeps its marker, and is not used again.
      await this.#slots.discard(slot).catch(() => undefined);
      throw error;
    }
    // A slot that cannot be released or removed keeps its marker, and is not used again.
    const isReusable = attempt.kind !== "disturbed";
    await (isReusable ? this.#slots.release(repository, slot) : this.#slots.discard(slot)).catch(
      () => undefined,
    );
    return attempt;
  }

  /** Tests may change files. They must not check out another commit: the attempt then counts as disturbed. */
  async #attemptIn(live: LiveRun, slot: Slot): Promise<Attempt> {
    const { run } = live.request;
    const output = await this.#openOutput(run);
    try {
      const before = await this.#disturbanceIn(live, slot, "files");
      const mayRun = before === null && !live.isStopped;
      const exitCode = mayRun ? await this.#runCommand(live, slot, output) : null;
      const why = before ?? (await this.#disturbanceIn(live, slot, "head"));
      if (live.isStopped) return { kind: "stopped" };
      if (why === null) return { kind: "ended", verdict: exitCode === 0 ? "success" : "failure" };
      output.note(`this gives no verdict on ${live.request.commit}: ${why}`);
      return { kind: "disturbed", why };
    } finally {
      await this.#closeOutput(run, output);
    }
  }

  /** Null while the slot contains the run's commit and no other process holds the slot. */
  async #disturbanceIn(
    { repository, request, isStopped }: LiveRun,
    slot: Slot,
    depth: "head" | "files",
  ): Promise<string | null> {
    if (isStopped) return null;
    const state = await this.#options.git.inspectCheckout(repository, request.commit, slot.tree, depth);
    const when = depth === "files" ? "before the tests" : "while the tests ran";
    if (!(await this.#slots.isHeld(slot))) return `another process took ${slot.folder} ${when}`;
    switch (state.kind) {
      case "intact":
        return null;
      case "otherHead":
        return `another commit was checked out in ${slot.tree} ${when}`;
      case "otherFiles":
        return `files in ${slot.tree} differed from the commit ${when}: ${JSON.stringify(state.files)}`;
      default:
        return assertNever(state);
    }
  }

  async #runCommand(live: LiveRun, slot: Slot, output: OutputFile): Promise<number | null> {
    live.command = startSupervised({
      command: this.#options.testCommand,
      folder: slot.tree,
      environment: testEnvironment(live.request, slot),
      onOutput: (chunk) => {
        output.write(chunk);
      },
    });
    const exitCode = await live.command.ended;
    const how = exitCode === null ? "a signal" : `exit code ${exitCode}`;
    output.note(live.isStopped ? "stopped" : `ended with ${how}`);
    return exitCode;
  }

  async #openOutput(run: TestRunId): Promise<OutputFile> {
    await mkdir(this.#outputFolder, { recursive: true, mode: 0o700 });
    await removeOldLogs(this.#outputFolder, this.#options.keptLogs);
    return new OutputFile(this.outputPath(run), this.#options.maxOutputBytes);
  }

  async #closeOutput(run: TestRunId, output: OutputFile): Promise<void> {
    const failure = await output.close();
    if (failure === undefined) return;
    this.#options.log.warn({ run, error: String(failure) }, "the output of tests was not kept");
  }

  async #save(run: TestRunId, repository: Repository, conclusion: Verdict): Promise<void> {
    await this.#verdicts
      .save(run, { repository: repositoryKey(repository), conclusion })
      .catch((error: unknown) => {
        this.#options.log.warn(
          { run, error: errorText(error) },
          "the verdict was not saved; it is lost when this process ends",
        );
      });
  }
}
