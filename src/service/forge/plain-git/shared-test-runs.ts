/**
 * The test command on commits, where several processes share the runs: what this one takes, it runs here, and its output
 * stays on this machine; what is known of every run stands on the board.
 */
import { hostname } from "node:os";
import { pathToFileURL } from "node:url";
import type { TestRunId } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { TestOrder } from "../../ports/forge.js";
import type { Log } from "../../ports/log.js";
import type { PostedRun, RunBoard, RunNews, Verdict } from "../../ports/run-board.js";
import type { TestRuns } from "./test-runs.js";

export interface SharedTestRunsOptions {
  readonly board: RunBoard;
  /** Those of this process. */
  readonly runs: TestRuns;
  /** None where there is no command to run. */
  readonly atATime: number;
  readonly log: Log;
  readonly onVerdict: (repository: Repository, run: TestRunId) => void;
}

export class SharedTestRuns {
  readonly #board: RunBoard;
  readonly #runs: TestRuns;
  readonly #serving: Promise<void>;

  constructor({ board, runs, atATime, log, onVerdict }: SharedTestRunsOptions) {
    this.#board = board;
    this.#runs = runs;
    const urlOf = (run: TestRunId) => this.#urlOf(run);
    const carryOut = async (posted: PostedRun, callOff: AbortSignal) => this.#carryOut(posted, callOff);
    this.#serving = board.serve({ atATime, urlOf, carryOut, onVerdict }).catch((error: unknown) => {
      log.error({ error: String(error) }, "this process takes no test runs; others do");
    });
  }

  async start(repository: Repository, order: TestOrder): Promise<void> {
    await this.#board.post(repository, order);
  }

  async read(repository: Repository, run: TestRunId): Promise<RunNews | null> {
    return this.#board.read(repository, run);
  }

  async stop(run: TestRunId): Promise<void> {
    await this.#board.remove(run);
    await this.#runs.stop(run);
  }

  async close(): Promise<void> {
    await this.#serving;
    await this.#board.close();
    await this.#runs.close();
  }

  /** Whatever this process knows of the run is of an earlier posting. */
  async #carryOut({ repository, order }: PostedRun, callOff: AbortSignal): Promise<Verdict | null> {
    await this.#runs.clear(order.run);
    const stop = () => void this.#runs.stop(order.run);
    callOff.addEventListener("abort", stop, { once: true });
    try {
      await this.#runs.start(repository, order);
      // Called off before anybody listened, or while it started.
      if (callOff.aborted) stop();
      return await this.#runs.ended(order.run);
    } finally {
      callOff.removeEventListener("abort", stop);
      await this.#runs.clear(order.run);
    }
  }

  #urlOf(run: TestRunId): string {
    const url = pathToFileURL(this.#runs.outputPath(run));
    url.host = hostname();
    return url.href;
  }
}
