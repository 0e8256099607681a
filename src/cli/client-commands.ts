/** The commands that talk to a service: a line for the list of commands, and what to load when one is called. */
import type { Command } from "commander";
import type { ClientCommand } from "./client/client-command.js";
import type { Finish } from "./exit-codes.js";
import type { Surroundings } from "./surroundings.js";

interface LazyCommand {
  readonly summary: string;
  readonly load: () => Promise<ClientCommand>;
}

const CLIENT_COMMANDS: Readonly<Record<string, LazyCommand>> = {
  submit: {
    summary: "Put a pull request in the queue, or rewrite its priority and batching there.",
    load: async () => (await import("./submit.js")).submit,
  },
  cancel: {
    summary: "Take a pull request out of the queue.",
    load: async () => (await import("./cancel.js")).cancel,
  },
  "restart-tests": {
    summary: "Test a pull request again, in place.",
    load: async () => (await import("./restart-tests.js")).restartTests,
  },
  status: {
    summary: "Say where a pull request is, also after it has left the queue.",
    load: async () => (await import("./status.js")).status,
  },
  "set-impacted-targets": {
    summary: "Say which targets a pull request impacts, for one head commit.",
    load: async () => (await import("./set-impacted-targets.js")).setImpactedTargets,
  },
  "testing-details": {
    summary: "Say what a test run tests, and how its checks stand.",
    load: async () => (await import("./testing-details.js")).testingDetails,
  },
  "create-queue": {
    summary: "Create the queue of a target branch.",
    load: async () => (await import("./create-queue.js")).createQueue,
  },
  "delete-queue": {
    summary: "Delete an empty queue.",
    load: async () => (await import("./delete-queue.js")).deleteQueue,
  },
  "get-queue": {
    summary: "Show a queue, its pull requests in order, and its settings.",
    load: async () => (await import("./get-queue.js")).getQueue,
  },
  "update-queue": {
    summary: "Change settings and state of a queue.",
    load: async () => (await import("./update-queue.js")).updateQueue,
  },
  metrics: {
    summary: "Print the metrics as Prometheus text.",
    load: async () => (await import("./metrics.js")).metrics,
  },
};

export async function addClientCommands(
  program: Command,
  words: readonly string[],
  surroundings: Surroundings,
  finish: Finish,
): Promise<void> {
  const called = words[0] === "help" ? words[1] : words[0];
  for (const [name, { summary, load }] of Object.entries(CLIENT_COMMANDS)) {
    const command = program.command(name).description(summary).helpGroup("Commands that talk to a service:");
    if (name !== called) continue;
    const [{ defineClientCommand }, definition] = await Promise.all([
      import("./client/client-command.js"),
      load(),
    ]);
    defineClientCommand(command, definition, { surroundings, isJson: wantsJson(words), finish });
  }
}

/** Asked before the options are parsed, which may fail. */
export function wantsJson(words: readonly string[]): boolean {
  return words.slice(0, [...words, "--"].indexOf("--")).includes("--json");
}
