/** Describes computed targets for the log and the job summary: each with its cause, and how to get fewer. */
import { asSentence } from "../client/message-words.js";
import { allCauseInWords, causeInWords } from "../targets/cause-in-words.js";
import type { ComputedTargets } from "../targets/compute-targets.js";
import { joined, type Markup, markup } from "./markup.js";
import type { Report } from "./report.js";

const MOST_SHOWN = 50;
const MOST_SAMPLED = 10;

export function reportComputed({ answer, compared, notes }: ComputedTargets, report: Report): void {
  if (compared !== null) report.row("Compared", markup`${compared.base} with ${compared.head}`);
  if (notes.length > 0) report.row("How", markup`${notes.join(" ")}`);
  if (answer.kind === "all") {
    const { hint } = answer.cause;
    report.set({ "impacted-targets-hint": hint ?? "" });
    if (hint !== null) report.row("How to narrow it", markup`${hint}`);
    return;
  }
  report.row("Why", causes(answer.targets));
}

/** For a step that only computes. */
export function reportAnswer(answer: ComputedTargets["answer"], report: Report): void {
  if (answer.kind === "all") reportAll(allCauseInWords(answer.cause), report);
  else reportList(answer.targets.size, [...answer.targets.keys()].slice(0, MOST_SAMPLED), report);
}

/** Each string is one line of the log. */
export function computedInWords({ answer, notes }: ComputedTargets): readonly string[] {
  if (answer.kind === "all") {
    const { cause } = answer;
    const hint = cause.hint === null ? [] : [`How to narrow it: ${cause.hint}`];
    return [...notes, asSentence(`ALL, because of ${allCauseInWords(cause)}`), ...hint];
  }
  const shown = [...answer.targets].slice(0, MOST_SHOWN);
  const lines = shown.map(([name, cause]) => `${name}: ${causeInWords(cause)}`);
  const more = answer.targets.size - shown.length;
  return [...notes, ...lines, ...(more > 0 ? [`… and ${more} more targets.`] : [])];
}

/** In one cell, so that no name can imitate another row. */
function causes(targets: Extract<ComputedTargets["answer"], { kind: "targets" }>["targets"]): Markup {
  const shown = [...targets].slice(0, MOST_SHOWN);
  const lines = shown.map(([name, cause]) => markup`**${name}**: ${causeInWords(cause)}`);
  const more = targets.size - shown.length;
  return joined(more > 0 ? [...lines, markup`… and ${more} more`] : lines, "<br>");
}

/** Reports impacted targets as outputs and in the summary, regardless of their source. */
export function reportAll(reason: string, report: Report): void {
  report.set({
    "impacted-targets-count": "",
    "impacted-targets-all": true,
    "impacted-targets-reason": reason,
  });
  showAll(reason, report);
}

/** `sample`: the first few names. */
export function reportList(count: number, sample: readonly string[], report: Report): void {
  report.set({ "impacted-targets-count": count, "impacted-targets-all": false });
  showList(count, sample, report);
}

/** Only in the summary: targets that are not uploaded yet are not an output. */
export function showAll(reason: string, report: Report): void {
  report.row("Impacted targets", markup`**ALL**, because ${reason}`);
}

export function showList(count: number, sample: readonly string[], report: Report): void {
  const more = count > sample.length ? ` and ${count - sample.length} more` : "";
  const names = count === 0 ? "" : `: ${sample.join(", ")}${more}`;
  report.row("Impacted targets", markup`${count}${names}`);
}
