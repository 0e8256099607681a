/**
 * A Jest reporter that ends each suite within a limit. One that takes longer is reported with the test it is in, what its
 * code does and the programs it has started. Then its worker and those programs are killed, so that the suite fails and
 * the others go on.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { processState } from "./process-state.mjs";

const MINUTE_MS = 60_000;
/** The longest suite of CI takes two minutes. */
const LIMIT_MINUTES = { reduced: 10, share: 10, all: 15, full: 12 * 60 };
const LOOK_EVERY_MS = 2000;

export default class SuiteLimits {
  #underWay = new Map();
  #timer;
  #ends = Promise.resolve();
  #limitMs;
  /** In it each process that runs suites notes which one, under its process id: see `note-suite.mjs`. */
  #notes = mkdtempSync(join(tmpdir(), "merge-queue-suites-"));

  /** `options.limitMs` is for the tests of this file. */
  constructor(_config, { limitMs = LIMIT_MINUTES[process.env.TEST_SIZE ?? "reduced"] * MINUTE_MS } = {}) {
    this.#limitMs = limitMs;
    process.env.MERGE_QUEUE_TEST_SUITE_NOTES = this.#notes;
  }

  onRunStart() {
    this.#timer = setInterval(() => this.#endLateSuites(), Math.min(LOOK_EVERY_MS, this.#limitMs));
    this.#timer.unref();
  }

  onTestFileStart({ path }) {
    this.#underWay.set(path, { startedAt: performance.now(), testAt: null, done: 0, title: null });
  }

  onTestCaseStart({ path }, { fullName }) {
    const suite = this.#underWay.get(path);
    if (suite !== undefined) [suite.testAt, suite.title] = [performance.now(), fullName];
  }

  onTestCaseResult({ path }) {
    const suite = this.#underWay.get(path);
    if (suite !== undefined) [suite.done, suite.title] = [suite.done + 1, null];
  }

  onTestFileResult({ path }) {
    this.#underWay.delete(path);
  }

  onRunComplete() {
    clearInterval(this.#timer);
    rmSync(this.#notes, { recursive: true, force: true });
  }

  #endLateSuites() {
    for (const [path, suite] of this.#underWay) {
      if (performance.now() - suite.startedAt < this.#limitMs) continue;
      this.#underWay.delete(path);
      // One after the other: all inspectors have the same port.
      this.#ends = this.#ends.then(() => this.#end(path, suite));
    }
  }

  async #end(path, { startedAt, testAt, done, title }) {
    const seconds = secondsSince(startedAt);
    const pid = this.#pidOf(path);
    const programs = pid === null ? [] : descendantsOf(pid);
    const where =
      title === null
        ? "outside of a test (a hook, or while it loads)"
        : `in "${title}" for ${secondsSince(testAt)} s`;
    const state = pid === null || pid === process.pid ? [] : await processState(pid);
    process.stderr.write(
      [
        `\n!!! ${relative(process.cwd(), path)} did not end within ${Math.round(this.#limitMs / 1000)} s`,
        `    it is ${where}, ${seconds} s after it began and after ${done} tests`,
        ...state.map((line) => `    ${line}`),
        ...programs.map(({ pid: id, command }) => `    it has started ${id}: ${command}`),
        pid === null
          ? "    its process is not known, so the whole run ends\n"
          : `    process ${pid} is killed\n`,
      ].join("\n"),
    );
    if (pid === null || pid === process.pid) process.exit(1);
    for (const id of [pid, ...programs.map((program) => program.pid)]) kill(id);
  }

  #pidOf(path) {
    const alive = new Set(processes().map(({ pid }) => pid));
    const noted = readdirSync(this.#notes).map(Number);
    const runsIt = (pid) => alive.has(pid) && readFileSync(join(this.#notes, String(pid)), "utf8") === path;
    return noted.find(runsIt) ?? null;
  }
}

function secondsSince(startedAt) {
  return Math.round((performance.now() - startedAt) / 1000);
}

function descendantsOf(pid) {
  const all = processes();
  const found = [];
  for (let parents = [pid]; parents.length > 0; ) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    found.push(...children);
    parents = children.map((child) => child.pid);
  }
  return found;
}

function processes() {
  return existsSync("/proc/self/stat") ? processesOnLinux() : processesByPs();
}

/** A machine need not have `ps`. */
function processesOnLinux() {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program, in brackets, may hold anything; the parent is the second field after it.
      const [, parent] = /^.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 300);
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      return []; // It has just ended.
    }
  });
}

function processesByPs() {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], {
    encoding: "utf8",
    maxBuffer: 10 ** 8,
  });
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command: command.slice(0, 300) }];
  });
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
