/**
 * Computes impacted targets in a separate thread. Untrusted input may keep that thread busy without end. This thread
 * measures the time, and at the deadline it answers that everything is impacted.
 */
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { errorText } from "../../domain/thrown.js";
import { runProgram } from "../../process/run-program.js";
import type { ComputedTargets } from "../../targets/compute-targets.js";
import type { AllCause } from "../../targets/source.js";
import type { ComputingEnd, ComputingTask, FromThread, ToThread } from "./task.js";

export interface ComputingLimits {
  /** Aborts at the deadline of the computation, and with `signal`. */
  readonly stop: AbortSignal;
  /** How long the thread may then take to report the reason itself. */
  readonly graceMs: number;
  /** Aborts when the answer is not needed any more. */
  readonly signal: AbortSignal;
}

const DEADLINE: AllCause = {
  subject: "the deadline",
  rule: "it passed before the targets were known",
  hint: "Raise targets-timeout.",
};

/** Never throws: when the thread gives no answer, everything is impacted. */
export async function computeInThread(task: ComputingTask, limits: ComputingLimits): Promise<ComputingEnd> {
  let folder: string;
  try {
    folder = mkdtempSync(join(process.env["RUNNER_TEMP"] || tmpdir(), "merge-queue-computing-"));
  } catch (error) {
    return failed(error);
  }
  const thread = new ComputingThread(task, folder);
  try {
    return await thread.end(limits);
  } finally {
    await thread.terminate();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

class ComputingThread {
  readonly #worker: Worker;
  readonly #programs = new Map<number, AbortController>();

  constructor(task: ComputingTask, folder: string) {
    // The bundle is one program: all its threads start at the same entry point.
    const [, program = ""] = process.argv;
    this.#worker = new Worker(program, { env: { ...process.env, RUNNER_TEMP: folder } });
    this.#send({ kind: "compute", task });
  }

  async end({ stop, signal, graceMs }: ComputingLimits): Promise<ComputingEnd> {
    const timers: NodeJS.Timeout[] = [];
    try {
      return await new Promise<ComputingEnd>((resolve) => {
        const worker = this.#worker;
        worker.on("message", (message: FromThread) => {
          if (message.kind === "runProgram") this.#run(message);
          else if (message.kind === "stopProgram") this.#programs.get(message.id)?.abort();
          else resolve(message);
        });
        worker.on("error", (error) => resolve(failed(error)));
        worker.on("exit", () => resolve(failed("its thread ended without an answer")));
        const onStop = () => {
          this.#send({ kind: "stop" });
          for (const program of this.#programs.values()) program.abort();
          timers.push(setTimeout(() => resolve(everything(DEADLINE)), signal.aborted ? 0 : graceMs));
        };
        if (stop.aborted) onStop();
        else stop.addEventListener("abort", onStop, { once: true });
        signal.addEventListener("abort", () => resolve(everything(DEADLINE)), { once: true });
      });
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

  async terminate(): Promise<void> {
    for (const program of this.#programs.values()) program.abort();
    await this.#worker.terminate();
  }

  #run({ id, call }: Extract<FromThread, { kind: "runProgram" }>): void {
    const stop = new AbortController();
    this.#programs.set(id, stop);
    void runProgram({ ...call, signal: stop.signal })
      .catch(
        (error: unknown) => ({ kind: "stopped", cause: "notStarted", because: errorText(error) }) as const,
      )
      .then((end) => {
        this.#programs.delete(id);
        this.#send({ kind: "programEnded", id, end });
      });
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

function failed(error: unknown): ComputingEnd {
  return everything({ subject: "the computation", rule: `it failed: ${errorText(error)}`, hint: null });
}

function everything(cause: AllCause): ComputingEnd {
  const computed: ComputedTargets = {
    answer: { kind: "all", cause },
    compared: null,
    notes: [],
    warnings: [],
  };
  return { kind: "computed", computed };
}
