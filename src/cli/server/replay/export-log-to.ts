/** Reads the log of one queue from the store of a service, and writes it to a file or to stdout. */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { assertNever } from "../../../domain/assert-never.js";
import { branchNameProblem } from "../../../domain/branch-name.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { repositoryProblem } from "../../../domain/repository.js";
import { codeOf } from "../../../domain/thrown.js";
import type { QueueReader } from "../../../service/ports/queue-store.js";
import { isSystemError, WorldError } from "../../../service/ports/world-error.js";
import {
  type ExportOutcome,
  exportLog,
  type FirstDifference,
  type LineWriter,
} from "../../../service/replay/export-log.js";
import type { Database } from "../../../service/store/database.js";
import { readStore } from "../../../service/store/open-store.js";
import { Screen, type ShowProgress, withProgress } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings, TextOutput } from "../../surroundings.js";
import { programVersion } from "../../version.js";
import { WrongUse } from "../database/ending.js";
import { settingsOfService } from "../database/settings-of-service.js";
import { PacedOutput } from "./paced-output.js";

export interface ExportRequest {
  /** null: the service's own database URL, since a password must not appear on the command line. */
  readonly database: string | null;
  readonly queue: string;
  /** null: stdout. */
  readonly out: string | null;
}

interface Ending {
  readonly exitCode: ExitCode;
  /** Printed on stderr, because stdout carries the log. null: no message. */
  readonly message: string | null;
}

export async function exportLogTo(request: ExportRequest, surroundings: Surroundings): Promise<ExitCode> {
  const { exitCode, message } = await exporting(request, surroundings);
  if (message !== null) surroundings.stderr.write(`merge-queue export-log: ${plainText(message)}\n`);
  return exitCode;
}

async function exporting(
  { database, queue, out }: ExportRequest,
  surroundings: Surroundings,
): Promise<Ending> {
  const name = queueNameOf(queue);
  if (name === null)
    return wrongUse("--queue: expected host/owner/name:branch, as in github.com/acme/shop:main");
  surroundings.interruption();
  try {
    const flags = database === null ? {} : { database };
    const settings = settingsOfService(["database"], flags, surroundings);
    // A log on the terminal shows its own progress.
    const isQuiet = out === null && surroundings.stdout.isTTY === true;
    const screen = new Screen(surroundings, { command: "export-log", isJson: false, isQuiet });
    const outcome = await withProgress(screen, async (show) =>
      exportFrom(settings.database, name, out, surroundings, show),
    );
    return endingOf(outcome, queue, out ?? "stdout");
  } catch (error) {
    const isExpected = error instanceof WrongUse || error instanceof WorldError || isSystemError(error);
    if (isExpected) return wrongUse(error.message);
    throw error;
  }
}

async function exportFrom(
  database: Database,
  name: QueueName,
  out: string | null,
  { stdout }: Surroundings,
  show: ShowProgress,
): Promise<ExportOutcome> {
  show("reading the log");
  const store = await readStore(database);
  let lines = 0;
  const counted = (write: LineWriter): LineWriter => {
    return (line) => {
      show(`writing the log, line ${(lines += 1)}`);
      return write(line);
    };
  };
  try {
    if (out === null) return await exportToStream(store, name, stdout, counted);
    const file = openFile(out);
    try {
      const write: LineWriter = (line) => {
        writeFileSync(file, line);
        return Promise.resolve("open");
      };
      return await exportLog(store, name, programVersion(), counted(write));
    } finally {
      closeSync(file);
    }
  } finally {
    await store.close();
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, "w", 0o600);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const advice = "check that its folder exists and that this user may write there";
    throw new WrongUse(`--out: ${path} cannot be written (${codeOf(error)}): ${advice}`);
  }
}

async function exportToStream(
  store: QueueReader,
  name: QueueName,
  stdout: TextOutput,
  counted: (write: LineWriter) => LineWriter,
): Promise<ExportOutcome> {
  const output = new PacedOutput(stdout);
  const write: LineWriter = (line) => {
    output.write(line);
    return output.ready();
  };
  const outcome = await exportLog(store, name, programVersion(), counted(write));
  return (await output.taken()) === "closed" ? { kind: "closed" } : outcome;
}

function endingOf(outcome: ExportOutcome, queue: string, to: string): Ending {
  switch (outcome.kind) {
    case "exported": {
      const message = `${outcome.version} events written to ${to}; they lead to the queue in the store.`;
      return { exitCode: EXIT.done, message };
    }
    case "leadsElsewhere": {
      const message = `${outcome.version} events written to ${to}; ${elsewhereWords(outcome.first)}.`;
      return { exitCode: EXIT.refused, message };
    }
    case "closed":
      return { exitCode: EXIT.refused, message: null };
    case "noSuchQueue":
      return wrongUse(`the store has no queue ${queue}: check the spelling; branch names are case-sensitive`);
    case "initialQueueUnknown":
      return wrongUse(
        `the queue ${queue} was created by a version that did not record its initial state, so its log cannot be exported; to get a log from now on, delete the queue and create it again`,
      );
    case "gap":
      return wrongUse(
        `the store has no event after version ${outcome.version} of ${queue}, though it should: the store is damaged or was changed manually; restore it from a backup`,
      );
    default:
      return assertNever(outcome);
  }
}

function elsewhereWords(first: FirstDifference | null): string {
  const here = `this version (${programVersion()})`;
  if (first === null)
    return `decided by ${here} they lead to a different queue than the store has: other rules decided some of them, and no digest of those decisions was recorded`;
  const { version, engine } = first;
  const by = engine === null ? "by a version that was not recorded" : `by merge-queue ${engine}`;
  return `${here} decides otherwise from version ${version} on, which was decided ${by}; replay the log to see how`;
}

/** The host may include a port; a branch contains no colon. */
function queueNameOf(text: string): QueueName | null {
  const [, host = "", owner = "", name = "", targetBranch = ""] =
    /^([^/]+)\/([^/]+)\/([^/]+):([^:]+)$/.exec(text) ?? [];
  const repository = { host, owner, name };
  const isName = repositoryProblem(repository) === null && branchNameProblem(targetBranch) === null;
  return isName ? { repository, targetBranch } : null;
}

function wrongUse(message: string): Ending {
  return { exitCode: EXIT.wrongUse, message };
}
