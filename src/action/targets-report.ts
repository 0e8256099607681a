/** What the log and the job summary say of computed targets: each with its cause, and what would make them fewer. */
import { asSentence } from "../client/words.js";
import type { ComputedTargets } from "../targets/compute-targets.js";
import { allCauseInWords, causeInWords } from "../targets/words.js";
import { reportAll, reportList } from "./list-report.js";
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
    if (hint !== null) report.row("What would make it less", markup`${hint}`);
    return;
  }
  report.row("Why", causes(answer.targets));
}

/** For a step that only computes. */
export function reportAnswer(answer: ComputedTargets["answer"], report: Report): void {
  if (answer.kind === "all") reportAll(allCauseInWords(answer.cause), report);
  else reportList(answer.targets.size, [...answer.targets.keys()].slice(0, MOST_SAMPLED), report);
}

/** One line of the log each. */
export function computedInWords({ answer, notes }: ComputedTargets): readonly string[] {
  if (answer.kind === "all") {
    const { cause } = answer;
    const hint = cause.hint === null ? [] : [`What would make it less: ${cause.hint}`];
    return [...notes, asSentence(`ALL, because of ${allCauseInWords(cause)}`), ...hint];
  }
  const shown = [...answer.targets].slice(0, MOST_SHOWN);
  const lines = shown.map(([name, cause]) => `${name}: ${causeInWords(cause)}`);
  const more = answer.targets.size - shown.length;
  return [...notes, ...lines, ...(more > 0 ? [`… and ${more} more targets.`] : [])];
}

/** In one cell, so that no name can take another row's place. */
function causes(targets: Extract<ComputedTargets["answer"], { kind: "targets" }>["targets"]): Markup {
  const shown = [...targets].slice(0, MOST_SHOWN);
  const lines = shown.map(([name, cause]) => markup`**${name}**: ${causeInWords(cause)}`);
  const more = targets.size - shown.length;
  return joined(more > 0 ? [...lines, markup`… and ${more} more`] : lines, "<br>");
}
