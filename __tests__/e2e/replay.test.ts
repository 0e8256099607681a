/** `merge-queue replay` and `export-log` as people call them: processes of their own, on logs of random lives. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { programVersion } from "../../src/cli/version.js";
import { decide } from "../../src/engine/decide.js";
import { callCommand } from "../support/command-line.js";
import { openSqliteStore } from "../support/open-sqlite-store.js";
import { aQueue, changed, story, submitted } from "../support/queue-builder.js";
import { type Life, liveRandomly } from "../support/random-life.js";
import { recordedLines, withoutLanding } from "../support/recorded-log.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";
import { aQueueName } from "../support/stored-queue.js";

const PROGRAM = join(ROOT, "bin/merge-queue.js");
/** A life in which the first pull request lands half way. */
const SEED = 4;
const life: Life = liveRandomly(SEED, decide);
const LINES = recordedLines(life);
const LAST = life.log.length;

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-replay-"));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(ROOT);
  rmSync(folder, { recursive: true, force: true });
});

/** The program in a process of its own. */
function callProgram(words: readonly string[], input = "") {
  const options = { cwd: folder, encoding: "utf8", input, maxBuffer: 1 << 26 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], options);
  return { exitCode: status, stdout, stderr };
}

/** The same command in this process, which takes a tenth of the time. */
async function call(words: readonly string[], input = "") {
  return callCommand(words, { environment: {}, stdin: input });
}

async function documentOf(words: readonly string[]): Promise<unknown> {
  return JSON.parse((await call(words)).stdout);
}

/** The first version that was decided in another way, whatever the engines are called. */
function firstDifference(one: readonly string[], other: readonly string[]): number {
  const decision = (line: string | undefined) => /"decision":"[^"]+"/.exec(line ?? "")?.[0];
  return one.findIndex((line, version) => decision(line) !== decision(other[version]));
}

function write(name: string, lines: readonly string[]): string {
  writeFileSync(join(folder, name), lines.join(""));
  return name;
}

/** The lines with one of them changed; the header is line 1. */
function tampered(lineNumber: number, from: RegExp, to: string): readonly string[] {
  const line = LINES[lineNumber - 1] ?? "";
  expect(line).toMatch(from);
  return LINES.map((text) => (text === line ? line.replace(from, to) : text));
}

describe("merge-queue replay", () => {
  itInCi("draws the queue after every event, and finds every decision in the log", () => {
    const { exitCode, stdout, stderr } = callProgram(["replay", write("a.jsonl", LINES)]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(LAST + 3);
    expect(lines.slice(0, 2)).toEqual([
      "github.com/octo/mono:main from version 0, exported by merge-queue 1.0.0",
      "     0  main",
    ]);
    expect(lines.at(-2)).toMatch(new RegExp(`^ +${LAST}  2026-01-0\\dT[\\d:.]+Z \\w+ .*=> main`));
    expect(lines.at(-1)).toBe(
      `${LAST} events decided again, up to version ${LAST}: every decision is the one in the log.`,
    );
  });

  it("shows which rule did what", async () => {
    const first = aQueue();
    const log = story(first, submitted(1)).events.slice(0, 1);
    const { stdout } = await call(["replay", write("a.jsonl", recordedLines({ first, log })), "--rules"]);
    const [, , ...lines] = stdout.trimEnd().split("\n");
    expect(lines).toEqual([
      "     1  2026-01-01T00:00:00.000Z entrySubmitted #1 => main <- #1 building",
      "        record => main | not ready #1",
      expect.stringMatching(/^ {12}#1 submitted -> notReady/),
      "        admitReadyEntries => main | waiting #1",
      expect.stringMatching(/^ {12}#1 notReady -> pending/),
      "        formBatches => main <- #1 pending",
      "        startTestRuns => main <- #1 building",
      expect.stringMatching(/^ {12}effect \d+: startTestRun run \d+ of #1$/),
      "1 events decided again, up to version 1: every decision is the one in the log.",
    ]);
  });

  it("looks at no line after --until and shows none before --from", async () => {
    const broken = [...LINES.slice(0, 8), "damaged\n"];
    const { exitCode, stdout } = await call([
      "replay",
      write("a.jsonl", broken),
      "--from",
      "6",
      "--until",
      "7",
    ]);
    expect(exitCode).toBe(0);
    expect(stdout.split("\n").map((line) => /^ +(\d+) {2}/.exec(line)?.[1])).toEqual([
      undefined,
      "6",
      "7",
      undefined,
      undefined,
    ]);
    expect(stdout).toContain("7 events decided again, up to version 7");
  });

  it("names the first decision that is another one, with what both saw and what the rules did, and goes on", async () => {
    const other = recordedLines(life, "0.9.0", withoutLanding);
    const at = firstDifference(LINES, other);
    const { exitCode, stdout } = await call(["replay", write("a.jsonl", other)]);
    expect(exitCode).toBe(1);
    const shown = stdout.match(/^ +\d+ {2}\d{4}-.*$/gm) ?? [];
    expect(shown).toHaveLength(LAST);
    expect(shown.findIndex((line) => line.endsWith(" (decision differs)")) + 1).toBe(at);
    expect(stdout).toMatch(
      new RegExp(`\\n +${at}  .* => (main.*) \\(decision differs\\)\\n {8}in the log: (?!\\1\\n)main.*\\n`),
    );
    const differing = shown.filter((line) => line.endsWith(" (decision differs)"));
    const last = Number(/^ +(\d+)/.exec(differing.at(-1) ?? "")?.[1]);
    const tail = stdout.slice(stdout.indexOf("differs:"));
    expect(tail).toContain("\n        before: main");
    expect(tail).toContain("\n        merge-queue 0.9.0, in the log: main");
    expect(tail).toContain(`\n        merge-queue ${programVersion()}, this version: main`);
    expect(tail).toMatch(/\n {8}landPassed\w+ => main/);
    expect(tail).toMatch(
      new RegExp(
        `\nDIFFERS: version ${at} \\(line ${at + 1}, \\w+.*\\) was decided by merge-queue 0\\.9\\.0, and is decided otherwise by merge-queue ${programVersion()}, this version\\. Of the ${LAST - at} decisions after it ${differing.length - 1} differ too, the last at version ${last}; the replay went on from what this version decides\\.\n$`,
      ),
    );
    expect((await call(["replay", "a.jsonl", "--until", String(at)])).stdout).toMatch(/ this version\.\n$/);
  });

  it("goes on after a decision at which this version fails", async () => {
    const first = aQueue();
    const { events } = story(first, changed({ concurrency: 2 }), submitted(1));
    const [header = "", ...rest] = recordedLines({ first, log: events }, "0.9.0");
    const impossible = header.replace('"state":"running"', '"state":"switchingModes"');
    const { exitCode, stdout } = await call(["replay", write("a.jsonl", [impossible, ...rest])]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /\n +1 {2}.* settingsChanged => main.* \(decision differs: this version fails\)\n/,
    );
    expect(stdout).toMatch(
      new RegExp(
        `\nDIFFERS: version 1 \\(line 2, settingsChanged\\) was decided by merge-queue 0\\.9\\.0, and merge-queue ${programVersion()}, this version, fails: the queue switches to no mode\\. Of the ${events.length - 1} decisions after it `,
      ),
    );
  });

  it("finds one changed character of an event or of a decision", async () => {
    const first = aQueue();
    const [header = "", submission = ""] = recordedLines({ first, log: story(first, submitted(1)).events });
    const tamperedWith = submission.replace('"title":"', '"title":"X');
    expect(tamperedWith).not.toBe(submission);
    expect((await call(["replay", write("a.jsonl", [header, submission])])).exitCode).toBe(0);
    expect((await call(["replay", write("a.jsonl", [header, tamperedWith])])).exitCode).toBe(1);
    const inDecision = LINES.map((line, index) =>
      index === 4
        ? line.replace(/"decision":"v2:(.)/, (_, digit) => `"decision":"v2:${digit === "0" ? "1" : "0"}`)
        : line,
    );
    const { exitCode, stdout } = await call(["replay", write("b.jsonl", inDecision)]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("DIFFERS: version 4 (line 5, ");
  });

  it("gives one JSON document, whether the log is the same, another, or none", async () => {
    const same = await documentOf(["replay", write("a.jsonl", LINES), "--json", "--rules"]);
    const facts = { command: "replay", queue: "github.com/octo/mono:main", exitCode: 0, differences: 0 };
    expect(same).toMatchObject(facts);
    expect(same).toHaveProperty("steps.length", LAST);
    expect(same).toHaveProperty("steps.0.steps.0.by", "record");
    const other = recordedLines(life, "0.9.0", withoutLanding);
    const at = firstDifference(LINES, other);
    const differs = await documentOf(["replay", write("b.jsonl", other), "--json"]);
    expect(differs).toMatchObject({ exitCode: 1, difference: { kind: "decision", version: at } });
    expect(differs).toHaveProperty("steps.length", LAST);
    expect(differs).toHaveProperty(`steps.${at - 1}.decision`, "otherwise");
    expect(differs).toHaveProperty(`steps.${at - 1}.recordedPicture`, expect.stringMatching(/^main/));
    const found = JSON.stringify(differs).match(/"decision":"otherwise"/g) ?? [];
    expect(differs).toHaveProperty("differences", found.length);
    const damaged = await call(["replay", write("c.jsonl", [...LINES.slice(0, 3), "{"]), "--json"]);
    expect(JSON.parse(damaged.stdout)).toMatchObject({
      exitCode: 2,
      error: "unreadable-log",
      steps: [{}, {}],
    });
    expect(JSON.parse((await call(["replay", "none.jsonl", "--json"])).stdout)).toMatchObject({
      exitCode: 2,
    });
  });

  it("says of decisions that were not recorded that they were not, instead of finding them the same", async () => {
    const unrecorded = LINES.map((line, index) =>
      index > 0 && index <= 5 ? line.replace(/"decision":"[^"]+"/, '"decision":null') : line,
    );
    const { exitCode, stdout } = await call(["replay", write("a.jsonl", unrecorded)]);
    expect(exitCode).toBe(0);
    expect(stdout.match(/ \(decision not recorded\)$/gm)).toHaveLength(5);
    expect(stdout).toContain(
      `${LAST} events decided again, up to version ${LAST}: every decision that could be compared is the one in the log (5 not recorded).\n`,
    );
    expect((await call(["replay", "a.jsonl", "--until", "5"])).stdout).toContain(
      "up to version 5: no decision could be compared with the one in the log (5 not recorded).\n",
    );
    expect(await call(["replay", "a.jsonl", "--diff", write("b.jsonl", LINES)])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(
        "both logs are the same; for some decisions, only the events were compared (5 not recorded).\n",
      ),
    });
    expect(await documentOf(["replay", "a.jsonl", "--json"])).toMatchObject({ exitCode: 0 });
    expect(await documentOf(["replay", "a.jsonl", "--json"])).toHaveProperty(
      "steps.4.decision",
      "notRecorded",
    );
    expect(await documentOf(["replay", "a.jsonl", "--json"])).toHaveProperty("steps.5.decision", "same");
  });

  itInCi("says which line of which file is damaged, and what to do", () => {
    const cut = LINES.join("").slice(0, -20);
    expect(callProgram(["replay", "-"], cut)).toMatchObject({
      exitCode: 2,
      stderr: `merge-queue replay: stdin, line ${LAST + 1}: expected an event, as a JSON object; the line is damaged or cut off; export the log again, or take a backup of it\n`,
    });
    expect(callProgram(["replay", "none.jsonl"])).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^merge-queue replay: none\.jsonl cannot be read \(ENOENT.*; give a file/,
      ),
    });
  });

  itInAll("obeys nothing that a log says", async () => {
    const evil = "\\u001b[2J\\n::set-output name=a::b\\n##[error]x\\u202e";
    const branch = tampered(1, /"targetBranch":"main","state"/, `"targetBranch":"${evil}","state"`);
    const name = write("a.jsonl", [
      branch[0] ?? "",
      ...LINES.slice(1).map((line) => line.replace(/"picture":"/, `"picture":"${evil}`)),
    ]);
    for (const words of [[], ["--json"], ["--rules"], ["--diff", write("b.jsonl", LINES)]]) {
      const { stdout, stderr } = await call(["replay", name, ...words]);
      expect(stdout + stderr).toContain("set-output");
      expect(stdout + stderr).not.toMatch(/[\u001b\u202e]|^\s*::|##\[/mu);
    }
  });

  it("refuses wrong use", async () => {
    const name = write("a.jsonl", LINES);
    const wrong = [
      [],
      [name, "--until", "-1"],
      [name, "--until", "x"],
      [name, "--from", "3", "--until", "2"],
      ["-", "--diff", "-"],
      [name, name],
    ];
    for (const words of wrong) expect((await call(["replay", ...words])).exitCode).toBe(2);
    expect(await call(["replay", "--help"])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("Examples:"),
    });
  });
});

describe("merge-queue replay --diff", () => {
  it("finds two logs of the same decisions the same, whatever wrote them", async () => {
    write("b.jsonl", recordedLines(life, "2.0.0"));
    const { exitCode, stdout } = await call(["replay", write("a.jsonl", LINES), "--diff", "b.jsonl"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`\nUp to version ${LAST}, both logs are the same.\n`);
  });

  it("stops at the first decision in which two versions differ, with both pictures", async () => {
    const other = recordedLines(life, "0.9.0", withoutLanding);
    const at = firstDifference(LINES, other);
    const words = ["replay", write("a.jsonl", LINES), "--diff", write("b.jsonl", other), "--rules"];
    const { exitCode, stdout } = await call(words);
    expect(exitCode).toBe(1);
    const tail = stdout.slice(stdout.indexOf("differs:"));
    expect(tail).toMatch(
      /\n {8}a\.jsonl \(merge-queue 1\.0\.0\): (main.*)\n {8}b\.jsonl \(merge-queue 0\.9\.0\): (?!\1\n)main/,
    );
    expect(tail).toMatch(/\n {8}landPassed\w+ => main/);
    expect(tail).toMatch(new RegExp(`\nDIFFERS: version ${at} \\(\\w+\\) is decided in two ways\\.\n$`));
    expect((await call([...words, "--until", String(at - 1)])).exitCode).toBe(0);
    expect((await call([...words, "--until", String(at)])).exitCode).toBe(1);
  });

  it("compares logs of versions that this one does not understand", async () => {
    const later = LINES.map((line) =>
      line.replace('"kind":"timePassed"', '"kind":"tick"').replace('"landing":null,', ""),
    );
    const earlier = [...later];
    const index = later.findIndex((line) => line.includes('"tick"'));
    earlier[index] = (later[index] ?? "").replace('"tick"', '"tock"');
    const diff = ["replay", write("a.jsonl", later), "--diff"];
    expect((await call([...diff, "a.jsonl"])).exitCode).toBe(0);
    const { exitCode, stdout } = await call([...diff, write("b.jsonl", earlier)]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /\n {8}event: \{"at":\d+,"kind":"tick"\}\n {8}event: \{"at":\d+,"kind":"tock"\}\n/,
    );
    expect(stdout).toMatch(/\nDIFFERS: version \d+ follows from two events\.\n$/);
  });

  it("sees that one log ends earlier", async () => {
    const words = ["replay", write("a.jsonl", LINES), "--diff", write("b.jsonl", LINES.slice(0, 10))];
    const { exitCode, stdout } = await call(words);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/\nDIFFERS: b\.jsonl ends after version 9, and a\.jsonl goes on\.\n$/);
    expect((await call([...words, "--until", "9"])).exitCode).toBe(0);
  });

  it("refuses logs of two queues", async () => {
    write("b.jsonl", tampered(1, /"name":"mono"/, '"name":"poly"'));
    expect(await call(["replay", write("a.jsonl", LINES), "--diff", "b.jsonl"])).toMatchObject({
      exitCode: 2,
      stderr:
        "merge-queue replay: a.jsonl and b.jsonl cannot be compared: they are logs of different queues: github.com/octo/mono:main and github.com/octo/poly:main\n",
    });
  });
});

describe("merge-queue export-log", () => {
  async function withStore(task: () => Promise<void> | void, engine = "1.0.0", by = decide): Promise<void> {
    const store = await openSqliteStore({ path: join(folder, "store.sqlite"), engine });
    try {
      await store.create(aQueueName(), life.first);
      let queue = life.first;
      for (const [version, event] of life.log.entries()) {
        const decision = by(queue, event);
        await store.commit(aQueueName(), version, event, decision);
        ({ queue } = decision);
      }
      await task();
    } finally {
      await store.close();
    }
  }

  const words = ["export-log", "--database", "sqlite:store.sqlite", "--queue", "github.com/Octo/mono:main"];

  itInAll(
    "writes a log that replays, to a file and to stdout, while another process serves the store",
    async () => {
      await withStore(async () => {
        expect(await call([...words, "--out", "a.jsonl"])).toEqual({
          exitCode: 0,
          stdout: "",
          stderr: `merge-queue export-log: ${LAST} events written to a.jsonl; they lead to the queue in the store.\n`,
        });
        const { exitCode, stdout } = callProgram(words);
        expect(exitCode).toBe(0);
        expect(stdout).toBe(readFileSync(join(folder, "a.jsonl"), "utf8"));
        expect(stdout.split("\n").slice(1)).toEqual(LINES.join("").split("\n").slice(1));
        expect((await call(["replay", "a.jsonl"])).exitCode).toBe(0);
        expect((await call(["replay", "-"], stdout)).exitCode).toBe(0);
      });
    },
  );

  it("tells after an upgrade which decision the new version takes otherwise, and names both versions", async () => {
    const old = recordedLines(life, "0.0.9", withoutLanding);
    const at = firstDifference(recordedLines(life, "0.0.9"), old);
    await withStore(
      async () => {
        expect(await call([...words, "--out", "a.jsonl"])).toEqual({
          exitCode: 1,
          stdout: "",
          stderr: `merge-queue export-log: ${LAST} events written to a.jsonl; this version (${programVersion()}) decides otherwise from version ${at} on, which was decided by merge-queue 0.0.9; replay the log to see how.\n`,
        });
        const { exitCode, stdout } = await call(["replay", "a.jsonl"]);
        expect(exitCode).toBe(1);
        expect(stdout).toMatch(
          new RegExp(
            `\nDIFFERS: version ${at} \\(line ${at + 1}, .*\\) was decided by merge-queue 0\\.0\\.9, and is decided otherwise by merge-queue ${programVersion()}, this version\\. Of the `,
          ),
        );
        const before = await call(["replay", "a.jsonl", "--until", String(at - 1)]);
        expect(before.stdout).toContain(`up to version ${at - 1}: every decision is the one in the log.\n`);
      },
      "0.0.9",
      withoutLanding,
    );
  });

  itInAll("ends quietly when nobody reads on, as replay does", async () => {
    await withStore(() => {
      write("a.jsonl", LINES);
      for (const command of [words, ["replay", "a.jsonl", "--rules"], ["replay", "a.jsonl", "--json"]]) {
        const program = [process.execPath, PROGRAM, ...command].map((word) => `'${word}'`).join(" ");
        const script = `${program} | true; echo "\${PIPESTATUS[0]}"`;
        const { stdout, stderr } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
        expect({ stdout, stderr }).toEqual({ stdout: "1\n", stderr: "" });
      }
    });
  });

  itInCi("says what is wrong with the database, the queue or the file", async () => {
    await withStore(async () => {
      const [command = "", ...rest] = words;
      const problem = async (...changed: readonly string[]) => {
        const { exitCode, stderr } = await call([command, ...rest, ...changed]);
        expect(exitCode).toBe(2);
        return stderr;
      };
      expect(await problem("--queue", "mono:main")).toContain("expected host/owner/name:branch");
      expect(await problem("--queue", "github.com/octo/mono:Main")).toContain(
        "the store has no queue github.com/octo/mono:Main",
      );
      expect(await problem("--database", "mysql://db")).toContain("is not sqlite:PATH");
      expect(await problem("--database", "sqlite:none.sqlite")).toContain("there is no file");
      const unwritable = callProgram([command, ...rest, "--out", "no/such/folder"]);
      expect(unwritable).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("ENOENT") });
    });
  });
});

describe("a version with another rule than the one that wrote the log", () => {
  const EARLIER = join(ROOT, "__tests__/support/queue-logs/line.jsonl");

  /** The program with a rule changed: a single entry is blamed at its first failure. */
  function withOtherRule(): string {
    const program = join(folder, "program");
    for (const part of ["bin", "lib", "package.json"]) {
      cpSync(join(ROOT, part), join(program, part), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(program, "node_modules"));
    const file = join(program, "lib/engine/planning/blame.js");
    const text = readFileSync(file, "utf8");
    const changedText = text.replace("!wasTried && !isSkipped", "wasTried && !isSkipped");
    expect(changedText).not.toBe(text);
    writeFileSync(file, changedText);
    return join(program, "bin/merge-queue.js");
  }

  itInCi("names the first decision it takes otherwise, goes on, and is in step with the log again", () => {
    const words = [withOtherRule(), "replay", EARLIER];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    const shown = stdout.match(/^ +\d+ {2}\d{4}-.*$/gm) ?? [];
    expect(shown).toHaveLength(69);
    const first = shown.find((line) => line.endsWith(" (decision differs)")) ?? "";
    expect(first).toMatch(/ checksReported run \d+ => main \(decision differs\)$/);
    expect(stdout).toContain(`${first}\n        in the log: main <- #4 building again\n`);
    const at = Number(first.trim().split(" ")[0]);
    expect(stdout.slice(stdout.indexOf("differs:\n"))).toMatch(
      new RegExp(
        "^differs:\\n {8}before: main <- #4 running\\n {8}merge-queue 0\\.1\\.0, in the log: main <- #4 building again\\n" +
          ` {8}merge-queue ${programVersion()}, this version: main\\n[^]* {8}evictProvenFailures => main <- #4 failed\\n[^]*` +
          `\\nDIFFERS: version ${at} \\(line ${at + 1}, checksReported run \\d+\\) was decided by merge-queue 0\\.1\\.0, and is ` +
          `decided otherwise by merge-queue ${programVersion()}, this version\\. Of the ${69 - at} decisions after it \\d+ ` +
          "differ too, the last at version \\d+; from version \\d+ on the queue is the one in the log again\\.\\n$",
      ),
    );
    expect(stdout).toMatch(/ entrySubmitted #5 => main <- #5 building \(in step with the log again\)\n/);
  });
});
