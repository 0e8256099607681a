/** What outputs and summary say of impacted targets, wherever they come from. */
import { markup } from "./markup.js";
import type { Report } from "./report.js";

export function reportAll(reason: string, report: Report): void {
  report.set({
    "impacted-targets-count": "",
    "impacted-targets-all": true,
    "impacted-targets-reason": reason,
  });
  showAll(reason, report);
}

/** The sample are the first few names. */
export function reportList(count: number, sample: readonly string[], report: Report): void {
  report.set({ "impacted-targets-count": count, "impacted-targets-all": false });
  showList(count, sample, report);
}

/** For the summary only: what is not uploaded yet is no output. */
export function showAll(reason: string, report: Report): void {
  report.row("Impacted targets", markup`**ALL**, because ${reason}`);
}

export function showList(count: number, sample: readonly string[], report: Report): void {
  const more = count > sample.length ? ` and ${count - sample.length} more` : "";
  const names = count === 0 ? "" : `: ${sample.join(", ")}${more}`;
  report.row("Impacted targets", markup`${count}${names}`);
}
