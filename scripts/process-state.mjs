/** Describes what a Node process that does not end is doing: its state, its processor time, and where its code is. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const WATCHED_MS = 1000;
/** In that time. What waits uses less. */
const BUSY_S = 0.2;
const START_MS = 4000;
const MOST_MS = 8000;
/** Where a process starts its inspector after SIGUSR1. */
const INSPECTOR = "http://127.0.0.1:9229/json/list";
const MOST_FUNCTIONS = 12;
const STATES = { R: "running", S: "sleeping", D: "waiting for a disk", T: "stopped", t: "traced", Z: "dead" };

/** Lines of text. Takes up to 10 s, and never throws. */
export async function processState(pid) {
  const before = usageOf(pid);
  await pause(WATCHED_MS);
  const usage = usageOf(pid);
  const used = usage === null || before === null ? null : usage.seconds - before.seconds;
  const state =
    used === null
      ? "its state is not known"
      : `its process is ${usage.state}, and used ${used.toFixed(2)} s of processor time in the last second`;
  const where = whereItIs(pid, (used ?? 0) > BUSY_S);
  const late = pause(MOST_MS, ["it does not answer its inspector"], { ref: false });
  const found = Promise.race([where, late]);
  return [
    state,
    ...threadsOf(pid),
    ...(await found.catch((error) => [`its code cannot be looked at: ${error.message}`])),
  ];
}

/** null: it has ended, or the system has no such files. */
function usageOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may hold anything.
    const fields = /^.*\) (.*)$/s.exec(stat)?.[1].split(" ") ?? [];
    const [state] = fields;
    return { state: STATES[state] ?? state, seconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return null;
  }
}

/** A thread that waits for another one for ever is in a function of the kernel for futexes. */
function threadsOf(pid) {
  const folder = `/proc/${pid}/task`;
  try {
    const threads = readdirSync(folder).map((id) =>
      ["comm", "wchan"].map((file) => readFileSync(join(folder, id, file), "utf8").trim()).join(" in "),
    );
    return [`its threads: ${threads.join(", ")}`];
  } catch {
    return []; // The system does not show them.
  }
}

/** Of a busy process the functions that use the time, of any other what it waits for. */
async function whereItIs(pid, isBusy) {
  process.kill(pid, "SIGUSR1");
  const inspector = await Inspector.open();
  try {
    const other = await inspector.value("process.pid");
    if (other !== pid) return [`process ${other} has the port of the inspector`];
    return await (isBusy ? inspector.functions() : inspector.resources());
  } finally {
    inspector.close();
  }
}

function nameOf({ callFrame: { functionName, url, lineNumber } }) {
  return `${functionName || "(anonymous)"} ${url}:${lineNumber + 1}`;
}

function sum(nodes) {
  return nodes.reduce((total, { hitCount }) => total + hitCount, 0);
}

class Inspector {
  #socket;
  #last = 0;
  #waiting = new Map();

  constructor(socket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(data);
      this.#waiting.get(id)?.(result ?? {});
    });
  }

  static async open() {
    const socket = new WebSocket(await inspectorUrl());
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new Error("its inspector refused")), { once: true });
    });
    return new Inspector(socket);
  }

  async ask(method, params = {}) {
    this.#last += 1;
    const id = this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async functions() {
    await this.ask("Profiler.enable");
    await this.ask("Profiler.start");
    await pause(WATCHED_MS);
    const { nodes } = (await this.ask("Profiler.stop")).profile;
    const names = [...new Set(nodes.filter((node) => node.hitCount > 0).map(nameOf))];
    const hits = (name) => sum(nodes.filter((node) => nameOf(node) === name));
    const inOrder = names.toSorted((one, other) => hits(other) - hits(one)).slice(0, MOST_FUNCTIONS);
    const all = sum(nodes);
    return [
      "its code is in:",
      ...inOrder.map((name) => `  ${((hits(name) / all) * 100).toFixed(0)} % ${name}`),
    ];
  }

  async resources() {
    return [
      `it waits for: ${(await this.value("process.getActiveResourcesInfo().join(', ')")) || "nothing"}`,
    ];
  }

  async value(expression) {
    return (await this.ask("Runtime.evaluate", { expression })).result?.value;
  }

  close() {
    this.#socket.close();
  }
}

async function inspectorUrl() {
  const givenUpAt = performance.now() + START_MS;
  for (;;) {
    try {
      const answer = await fetch(INSPECTOR, { signal: AbortSignal.timeout(START_MS) });
      return (await answer.json())[0].webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > givenUpAt) throw new Error("it did not start its inspector", { cause: error });
      await pause(100);
    }
  }
}
