/**
 * Where several processes find the test runs that one of them was told to start, and what came of them. Whoever takes a
 * run carries it out; when it dies or stops before there is a verdict, another one does.
 */
import type { TestRunId } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";
import type { TestOrder } from "./forge.js";

/** "disturbed": in none of several attempts did the tests run on the commit alone, so nothing is known of it. */
export type Verdict = "success" | "failure" | "disturbed";

export interface PostedRun {
  readonly repository: Repository;
  readonly order: TestOrder;
}

export interface RunNews {
  readonly progress: "waiting" | "underWay" | Verdict;
  /** Address of what the tests print, on the machine that carries the run out; empty before anybody does. */
  readonly url: string;
}

/** Whatever a worker has room for. */
export const MOST_SHARED_RUNS_AT_A_TIME = 32;

export interface RunBoardWorker {
  /** At most so many at a time, and never more than `MOST_SHARED_RUNS_AT_A_TIME`. */
  readonly atATime: number;
  urlOf(run: TestRunId): string;
  /** Null: there is no verdict, since it was called off or could not be carried out. */
  carryOut(posted: PostedRun, callOff: AbortSignal): Promise<Verdict | null>;
  /** There is a verdict to be read. */
  onVerdict(repository: Repository, run: TestRunId): void;
}

export interface RunBoard {
  /** Changes nothing for a run that is there. */
  post(repository: Repository, order: TestOrder): Promise<void>;
  /** Null for a run that is not there, or belongs to another repository. */
  read(repository: Repository, run: TestRunId): Promise<RunNews | null>;
  /** Whoever carries it out is called off within a second or two. Repeating is harmless. */
  remove(run: TestRunId): Promise<void>;
  /** From now on runs come to this process. */
  serve(worker: RunBoardWorker): Promise<void>;
  /** What is under way here is called off and left to others. */
  close(): Promise<void>;
}
