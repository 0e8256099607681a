/** What counts as a command in a comment that anybody may have written, and what does not. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { parseCommand } from "../../../../../src/service/github/commands/parse-command.js";
import { countOf } from "../../../../support/test-size.js";

const MERGE = { kind: "merge", priority: null, noBatch: false };
const RUNS = countOf("PROPERTY_RUNS", { reduced: 300, share: 300, full: 100_000 });

function parsed(...lines: readonly string[]) {
  return parseCommand(lines.join("\n"), "/");
}

describe("a command", () => {
  it.each([
    ["/merge", MERGE],
    ["/Merge  ", MERGE],
    ["/merge\r\nThanks!", MERGE],
    ["Refresher good.\n\n/merge", MERGE],
    ["Refresher good.\n/merge", MERGE],
    ["/merge --priority high", { ...MERGE, priority: 10 }],
    ["/merge --priority=LOW --no-batch", { kind: "merge", priority: 200, noBatch: true }],
    ["/merge --priority 5", { ...MERGE, priority: 5 }],
    ["/merge \u2014priority urgent", { ...MERGE, priority: 0 }],
    ["/cancel", { kind: "cancel" }],
    ["/retry\t", { kind: "retry" }],
    ["> /cancel\n\n/merge", MERGE],
    ["`/cancel`\n/merge", MERGE],
    ["<!-- /cancel -->\n/merge", MERGE],
    ["```\n/cancel\n```\n/merge", MERGE],
  ])("is %j", (comment, command) => {
    expect(parseCommand(comment, "/")).toEqual(command);
  });

  it.each([
    ["in the middle of a line", "please /merge"],
    ["after a space", " /merge"],
    ["in a quote", "> /merge"],
    ["right under a quote, of which it is part then", "> somebody said\n/merge"],
    ["in a fenced block", "```\n/merge\n```"],
    ["in a fenced block that never ends", "~~~sh\n/merge"],
    ["in a block whose fence is longer than what seems to end it", "````\n```\n/merge\n````"],
    ["in a list's code", "    /merge"],
    ["in a code span over several lines", "try `this\n/merge\nthere`"],
    ["in a span of several backticks with one inside", "``a ` b\n/merge\nc``"],
    ["hidden", "<!--\n/merge\n-->"],
    ["hidden after words", "Hello <!-- there\n/merge\n-->"],
    ["in markup of code", "<pre>\n/merge\n</pre>"],
    ["after a tag that nothing ends", "<pre class=x\n/merge"],
    ["in markup of a quote", "<BLOCKQUOTE cite=x>\n\n/merge\n\n</BLOCKQUOTE>"],
    ["part of a longer word", "/merge-queue"],
    ["followed by a sign", "/merge."],
    ["a path", "/merge/cancel"],
    ["a word that is not ours", "/approve"],
    ["with a sign of another script", "\uff0fmerge"],
    ["nothing", ""],
  ])("is none %s", (_where, comment) => {
    expect(parseCommand(comment, "/")).toBeNull();
  });

  it.each([
    ["/mq", "/mq merge", MERGE],
    ["/mq", "/mqmerge", null],
    ["/mq", "/merge", null],
    ["@queue", "@Queue   merge --priority 1", { ...MERGE, priority: 1 }],
    ["!", "!cancel", { kind: "cancel" }],
    ["!", "! cancel", null],
  ])("begins with what the settings say: %s in %j", (prefix, comment, command) => {
    expect(parseCommand(comment, prefix)).toEqual(command);
  });

  it.each([
    [["/merge now"], "`/merge` takes `--priority` and `--no-batch`, but got `now`."],
    [["/merge --force"], "`/merge` takes `--priority` and `--no-batch`, but got `--force`."],
    [["/merge --no-batch=1"], "`/merge` takes `--priority` and `--no-batch`, but got `--no-batch=1`."],
    [
      ["/merge --priority"],
      "`--priority` needs a value: `urgent`, `high`, `medium`, `low` or a number, where 0 is first.",
    ],
    [
      ["/merge --priority=-1"],
      "`-1` is not a priority: expected `urgent`, `high`, `medium`, `low` or a number, where 0 is first.",
    ],
    [["/merge --priority 1 --priority 1"], "`--priority` is given more than once."],
    [["/cancel it"], "`/cancel` takes no arguments, but got `it`."],
    [["/cancel", "", "/merge"], "A comment may contain one command. This one contains 2. Nothing was done."],
    [
      ["/merge `@everybody`<img>\u202e"],
      "`/merge` takes `--priority` and `--no-batch`, but got `?@everybody?<img>?`.",
    ],
  ])("is unclear in %j", (lines, problem) => {
    expect(parsed(...lines)).toEqual({ kind: "unclear", problem });
  });

  it("quotes no more than the beginning of what it does not know", () => {
    expect(parsed(`/merge ${"x".repeat(5000)}`)).toEqual({
      kind: "unclear",
      problem: `\`/merge\` takes \`--priority\` and \`--no-batch\`, but got \`${"x".repeat(40)}...\`.`,
    });
  });
});

/** Pieces of which hostile comments are made. */
const piece = fc.oneof(
  fc.constantFrom(
    "/merge",
    "/cancel",
    "/retry",
    " --priority",
    " high",
    " 5",
    "=",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
  ),
  fc.constantFrom(
    "> ",
    "```",
    "~~~",
    "`",
    "``",
    "    ",
    "\t",
    "\\`",
    "<!--",
    "-->",
    "<pre>",
    "</pre>",
    "<code",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const hostile = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("whatever a comment says", () => {
  it("what is answered about it holds one line of visible text, with every name between backticks", () => {
    fc.assert(
      fc.property(hostile, (comment) => {
        const command = parseCommand(comment, "/");
        if (command?.kind !== "unclear") return;
        expect(command.problem).toMatch(/^[ -~]{1,300}$/);
        expect(command.problem.split("`").length % 2).toBe(1);
        const outside = command.problem.split("`").filter((_part, index) => index % 2 === 0);
        expect(outside.join("")).toMatch(/^[\w .,:]*$/);
      }),
      { numRuns: RUNS },
    );
  });

  it("nothing is commanded inside of a fence, a quote, a comment or markup of code", () => {
    const around = fc.constantFrom(
      ["`````\n", "\n`````"],
      ["~~~~~~\n", "\n~~~~~~"],
      ["<!--\n", "\n-->"],
      ["<pre>\n", "\n</pre>"],
    );
    const quiet = hostile.map((text) => text.replace(/`{5,}|~{6,}|-->|<\/pre/gi, ""));
    fc.assert(
      fc.property(around, quiet, ([before = "", after = ""], text) => {
        expect(parseCommand(`${before}${text}${after}`, "/")).toBeNull();
      }),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = text.split(/\r\n|\r|\n/).map((line) => `> ${line}`);
        expect(parseCommand(quoted.join("\n"), "/")).toBeNull();
      }),
      { numRuns: RUNS },
    );
  });

  it("a command stands at the very start of one of its lines", () => {
    fc.assert(
      fc.property(hostile, (comment) => {
        if (parseCommand(comment, "/") === null) return;
        expect(comment).toMatch(/(^|[\r\n])\/(merge|cancel|retry)(\s|$)/i);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(["` ", "`a``", "`a`\n", "<!-- ", "<pre>", "<pre ", "> \n", "\\`", "```\n", "- \n"])(
    "one of GitHub's full length made of %j is read",
    (part) => {
      const comment = part.repeat(65_536 / part.length);
      expect(parseCommand(comment, "/")).toBeNull();
    },
  );
});
