/**
 * Shares test runs among processes: one process posts a run, any of them carries it out. If that one dies or stops
 * before the verdict, another takes over.
 */
import type { TestRunId } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";
import type { Served } from "./dispatch.js";
import type { TestRequest } from "./forge.js";

/** "disturbed": no attempt ran the tests on the unmodified commit, so there is no verdict on it. */
export type Verdict = "success" | "failure" | "disturbed";

export interface PostedRun {
  readonly repository: Repository;
  readonly request: TestRequest;
}

export interface RunState {
  readonly progress: "waiting" | "underWay" | Verdict;
  /** Address of the test output, on the machine that carries the run out; empty before it starts. */
  readonly url: string;
}

/** Upper limit for every worker, regardless of its capacity. */
export const MOST_SHARED_RUNS_AT_A_TIME = 32;

export interface RunBoardWorker {
  /** How many runs it carries out in parallel, up to `MOST_SHARED_RUNS_AT_A_TIME`. */
  readonly atATime: number;
  urlOf(run: TestRunId): string;
  /** Runs of other repositories are left to other processes; absent: it receives runs of all. */
  readonly served?: Served;
  /** null: no verdict, because the run was stopped. Throws if the run could not be executed here. */
  carryOut(posted: PostedRun, callOff: AbortSignal): Promise<Verdict | null>;
  /** A verdict can be read. */
  onVerdict(repository: Repository, run: TestRunId, targetBranch: string): void;
}

export interface RunBoard {
  /** Changes nothing and returns false if the run exists. */
  post(repository: Repository, request: TestRequest): Promise<boolean>;
  /** null: no such run in this repository. */
  read(repository: Repository, run: TestRunId): Promise<RunState | null>;
  /** The process that carries it out stops within seconds. Repeating is harmless. */
  remove(run: TestRunId): Promise<void>;
  /** From now on this process receives runs. */
  serve(worker: RunBoardWorker): Promise<void>;
  /** Calls off the runs in progress here and leaves them to other processes. */
  close(): Promise<void>;
}
