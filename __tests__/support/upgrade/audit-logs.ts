/** What the processes wrote in their logs: no version may meet anything that it cannot cope with. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Complaints } from "../soak/soak-plan.js";

export interface LoggedProcesses {
  readonly folder: string;
  readonly processes: readonly { readonly name: string }[];
}

/** Of pino. */
const ERROR_LINE = /"level":(?:"(?:error|fatal)"|[56]0)/;
const SHOWN_CHARACTERS = 600;

/**
 * The earlier version may close its store before its last job has ended. It says so in words that the present version
 * does not have, and another replica takes the job up, which the other audits check.
 */
const STOPPED_EARLIER_VERSION =
  /"what":"orders".*driver has already been destroyed.*"msg":"the store refused; looking again"/;

export async function auditLogs(
  { folder, processes }: LoggedProcesses,
  complaints: Complaints,
): Promise<void> {
  for (const { name } of processes) {
    const log = await readFile(join(folder, `${name}.log`), "utf8");
    for (const line of log.split("\n").filter(isComplaint)) {
      complaints.add(`${name} says: ${line.slice(0, SHOWN_CHARACTERS)}`);
    }
  }
}

function isComplaint(line: string): boolean {
  return ERROR_LINE.test(line) && !STOPPED_EARLIER_VERSION.test(line);
}
