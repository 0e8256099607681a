/**
 * Processor time of a process that a benchmark has started: its cost, also on a busy machine, which elapsed
 * time does not show.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { isJsonObject } from "../__tests__/support/json-object.js";

export interface Usage {
  /** Of all its threads, those that collect garbage and compile among them. */
  readonly processMs: number;
  /** Of the thread that answers requests. */
  readonly threadMs: number;
}

/** In the started process: each message is a question. */
export function answerUsage(): void {
  process.on("message", () => {
    const usage: Usage = { processMs: inMs(process.cpuUsage()), threadMs: inMs(process.threadCpuUsage()) };
    process.send?.(usage);
  });
  // The channel alone does not keep the process running.
  process.channel?.unref();
}

/** Since the start of the process. */
export async function usageOf(child: ChildProcess): Promise<Usage> {
  const answer = once(child, "message");
  child.send("usage");
  const messages: readonly unknown[] = await answer;
  const [usage] = messages;
  if (!isJsonObject(usage)) throw new Error("expected the processor time of the process");
  return { processMs: Number(usage["processMs"]), threadMs: Number(usage["threadMs"]) };
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
