/**
 * What a virtual machine's processors were not there for, having been given to other machines: time that every
 * measurement on it contains, though the code measured has no part in it.
 */
import { readFileSync } from "node:fs";

/** Since the machine was started, in ticks; null where the kernel does not say. Source: proc_stat(5), first line. */
export interface ProcessorTime {
  readonly working: number;
  readonly stolen: number;
}

export function processorTime(): ProcessorTime | null {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen] = ticks();
  return stolen === undefined ? null : { working: user + nice + system + interrupts + soft, stolen };
}

/** Between two moments, of the time that the processors were wanted: from 0 to 1; null where nobody says. */
export function stolenShare(before: ProcessorTime | null, after: ProcessorTime | null): number | null {
  if (before === null || after === null) return null;
  const stolen = after.stolen - before.stolen;
  const wanted = after.working - before.working + stolen;
  return wanted > 0 ? stolen / wanted : 0;
}

function ticks(): readonly number[] {
  try {
    const [first = ""] = readFileSync("/proc/stat", "utf8").split("\n");
    return first.split(/\s+/).slice(1).map(Number);
  } catch {
    // Only Linux has it.
    return [];
  }
}
