/**
 * The thread that computes impacted targets. Its input may keep it busy without end, so it may be terminated at any
 * time.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { type ProgramCall, type ProgramEnd, startProgramsThrough } from "../../process/run-program.js";
import { type ComputedTargets, computeTargets } from "../../targets/compute-targets.js";
import { SourceError } from "../../targets/source.js";
import { InputError } from "../input-error.js";
import { objectionTo } from "../source-permission.js";
import { WorkspaceFiles } from "../workspace-files.js";
import type { ComputingEnd, ComputingTask, FromThread, ToThread } from "./task.js";

const FROM = "impacted-targets-from";

export async function computeForStep(): Promise<void> {
  if (parentPort === null) throw new Error("this is not a thread of a step");
  const stop = new AbortController();
  const programs = new ProgramsElsewhere(parentPort);
  startProgramsThrough((call) => programs.run(call));
  const port = parentPort;
  const task = await new Promise<ComputingTask>((resolve) => {
    port.on("message", (message: ToThread) => {
      if (message.kind === "compute") resolve(message.task);
      else if (message.kind === "stop") stop.abort();
      else programs.ended(message.id, message.end);
    });
  });
  port.postMessage((await endOf(task, stop.signal)) satisfies FromThread);
  port.close();
}

async function endOf(task: ComputingTask, signal: AbortSignal): Promise<ComputingEnd> {
  const { choices, wanted, checkout, remote, forgeApi, secretsHere } = task;
  const files = new WorkspaceFiles((name) => task.reach[name] ?? "");
  const listFiles = async (number: number, headSha: string) => {
    const { listChangedFiles } = await import("../forge-files.js");
    return listChangedFiles({ ...forgeApi, signal }, number, headSha);
  };
  try {
    const computed = await computeTargets({
      choices,
      question: { wanted, checkout, remote, listFiles, signal },
      readFile: (path) => files.read(FROM, path, signal),
      objection: (source) => objectionTo(source, secretsHere),
    });
    return { kind: "computed", computed: sendable(computed) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { cause } = error;
    return {
      kind: "wrongInput",
      complaint: cause instanceof InputError ? cause.complaint : `${error.message}.`,
    };
  }
}

/** Only a plain Map survives a message between threads. */
function sendable(computed: ComputedTargets): ComputedTargets {
  const { answer } = computed;
  if (answer.kind === "all" || answer.targets instanceof Map) return computed;
  return { ...computed, answer: { kind: "targets", targets: new Map(answer.targets) } };
}

/** Programs that the step's main thread runs on behalf of this thread. */
class ProgramsElsewhere {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (end: ProgramEnd) => void>();
  #last = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  async run({ signal, ...call }: ProgramCall): Promise<ProgramEnd> {
    if (signal?.aborted === true)
      return { kind: "stopped", cause: "aborted", because: "there was no time left for it" };
    this.#last += 1;
    const id = this.#last;
    const stop = () => this.#port.postMessage({ kind: "stopProgram", id } satisfies FromThread);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      return await new Promise<ProgramEnd>((resolve) => {
        this.#waiting.set(id, resolve);
        this.#port.postMessage({ kind: "runProgram", id, call } satisfies FromThread);
      });
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  ended(id: number, end: ProgramEnd): void {
    this.#waiting.get(id)?.(end.kind === "exited" ? { ...end, stdout: Buffer.from(end.stdout) } : end);
    this.#waiting.delete(id);
  }
}
