/** The same answer everywhere: each situation of a wait and each verdict on an exit, in every place that shows it. */
import { describe, expect, it } from "@jest/globals";
import { wordOnWire } from "../../../../src/contract/why.js";
import { VERDICT_OF_CODE, VERDICTS } from "../../../../src/domain/exit-verdict.js";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import { REASON_CODES } from "../../../../src/domain/reason.js";
import { VERDICT_KINDS } from "../../../../src/domain/verdict-kinds.js";
import { WAIT_KINDS } from "../../../../src/domain/wait-kinds.js";
import { explainWait, positionsIn } from "../../../../src/engine/explain/wait.js";
import { WAITS as MEANINGS } from "../../../../src/engine/explain/waits/situation.js";
import { readExit } from "../../../../src/service/queue/read-exit.js";
import { after, allSubmitted, aQueue, entryNumbered } from "../../../support/queue-builder.js";
import { answersAfter, answersWaiting } from "../../../support/same-answer-world.js";
import { EXITS, type ExitCase, logOf, WAITS, type WaitCase } from "../../../support/why-situations.js";

const MINUTE_MS = 60_000;
/** A mode switch and an unreadable pull request need other parts of the service. */
const TESTED_ELSEWHERE = ["switchingModes", "unreadable"];

function waitIn({ queue, number, later }: WaitCase) {
  return explainWait(queue, entryNumbered(queue, number), queue.now + later * MINUTE_MS);
}

async function exitIn({ story, number }: ExitCase) {
  const log = logOf(story);
  const entry = await log.findConcluded(story.queue.id, pullRequestNumber(number));
  const exit = entry === null ? null : await readExit(story.queue, entry, log);
  if (exit === null) throw new Error(`#${number} has not left`);
  return exit;
}

describe("a pull request that waits", () => {
  it.each(WAITS)("$title: $kind", (row) => {
    const wait = waitIn(row);
    expect(wait.sentence).toBe(row.sentence);
    expect(wait.chain.map(({ what, why }) => `${what}: ${why}`)).toEqual(row.chain);
    expect([wait.kind, wait.needsAction]).toEqual([row.kind, row.needsAction]);
  });

  it("waits in each known situation", () => {
    const seen = new Set<string>(WAITS.map(({ kind }) => kind));
    expect(Object.keys(MEANINGS).sort()).toEqual([...WAIT_KINDS].sort());
    expect(WAIT_KINDS.filter((kind) => !seen.has(kind)).sort()).toEqual(TESTED_ELSEWHERE);
  });

  it("far behind is described without what changes with every landing", () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
    const queue = after(aQueue({ concurrency: 12 }), ...allSubmitted(...numbers));
    const positions = positionsIn(queue);
    const sentence = (number: number, isCoarse: boolean) =>
      explainWait(queue, entryNumbered(queue, number), queue.now, { positions, isCoarse }).sentence;
    expect(sentence(12, false)).toBe(
      "12th in `main`, being tested. #1, #2, #3, #4 and 7 more ahead are being tested. You need not do anything.",
    );
    expect(sentence(12, true)).toBe(
      "In `main`, being tested. Pull requests ahead have to land first. You need not do anything.",
    );
    expect(sentence(3, true)).toBe(sentence(3, false));
  });
});

/** As GitHub renders it. */
function read(markdown: string): string {
  return markdown
    .replace(/<\/?code>/g, "`")
    .replace(/\u200b/g, "")
    .replace(/&#(\d+);/g, (_whole, digits: string) => String.fromCodePoint(Number(digits)));
}

describe("`why`, the page, the comment, the check and the job summary", () => {
  it.each(WAITS)("have one sentence: $title", async ({ queue, number, later, sentence }) => {
    const { why, page, pageText, github, summary } = await answersWaiting(queue, number, later);
    const { comment, check, notice } = github;
    expect({
      why: why[0],
      page: page["sentence"],
      comment: read(comment ?? "").split("\n")[3],
      check: read(check?.summary.split("\n")[0] ?? ""),
      summary: summary["Why"],
    }).toEqual({ why: sentence, page: sentence, comment: sentence, check: sentence, summary: sentence });
    expect(pageText).toContain(sentence);
    expect([notice, summary["Verdict"], summary["Next"]]).toEqual([null, undefined, undefined]);
  });

  it.each(EXITS)("have one verdict: $title", async ({ verdict, story, number, sentence, next }) => {
    const { why, page, pageText, github, summary } = await answersAfter(story, number);
    const { comment, check, notice } = github;
    const isOver = verdict === "landed" || verdict === "landedElsewhere";
    const both = isOver ? sentence : `${sentence} ${next}`;
    const word = wordOnWire(verdict);
    expect({
      why: [why[0], why[1], why[3]],
      page: [page["sentence"], page["verdict"], page["nextStep"]],
      comment: read(comment ?? "").split("\n")[3],
      check: read(check?.summary.split("\n")[0] ?? ""),
      summary: [summary["Why"], summary["Verdict"], summary["Next"]],
    }).toEqual({
      why: [sentence, `  Verdict   ${word}`, `  Next      ${next}`],
      page: [sentence, word, next],
      ...{ comment: both, check: both },
      summary: [sentence, word, next],
    });
    for (const part of [sentence, next, VERDICTS[verdict].title]) expect(pageText).toContain(part);
    expect(notice === null).toBe(isOver);
    if (notice === null) return;
    const body = read(notice.body);
    expect(body).toContain(`### Merge Queue: Left without landing (${VERDICTS[verdict].title})`);
    expect(body).toContain(`@mona: ${sentence}\n`);
    expect(body).toContain(`**${next}** To submit it again, comment \`/merge\``);
  });
});

describe("a pull request that left", () => {
  it.each(EXITS)("$title: $verdict", async (row) => {
    const exit = await exitIn(row);
    expect(exit.sentence).toBe(row.sentence);
    expect(exit.next).toBe(row.next);
    expect([exit.verdict, exit.failedChecks.map(({ name }) => name)]).toEqual([
      row.verdict,
      row.failedChecks,
    ]);
  });

  it("got each verdict that there is", () => {
    const seen = new Set<string>(EXITS.map(({ verdict }) => verdict));
    expect(VERDICT_KINDS.filter((verdict) => !seen.has(verdict))).toEqual([]);
  });

  it("is blamed again once the evidence is deleted with old history", async () => {
    const row = EXITS.find(({ verdict }) => verdict === "combination");
    if (row === undefined) throw new Error("no such row");
    const forgotten = { ...row.story, landings: [] };
    expect((await exitIn({ ...row, story: forgotten })).verdict).toBe("yours");
  });

  it("has a verdict for each code that can end an entry", () => {
    const without = REASON_CODES.filter((code) => VERDICT_OF_CODE[code].kind === "remains");
    expect(without).toHaveLength(15);
    const ended = new Set(EXITS.flatMap(({ story }) => story.concluded.map(({ reason }) => reason?.code)));
    expect(without.filter((code) => ended.has(code))).toEqual([]);
  });
});
