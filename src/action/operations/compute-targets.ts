/** Computes the impacted targets and writes them to a file, for another job to upload. Asks no service, and needs no secret. */

import { counted } from "../../client/words.js";
import type { CommitId } from "../../domain/ids.js";
import type { ComputedTargets } from "../../targets/compute-targets.js";
import { markup } from "../markup.js";
import { operation } from "../operation.js";
import type { Report } from "../report.js";
import type { WorkspaceFiles } from "../workspace-files.js";

interface Plan {
  readonly computed: ComputedTargets;
  readonly headSha: CommitId;
  readonly targetBranch: string;
  readonly from: string;
  readonly path: string;
  readonly files: WorkspaceFiles;
  /** Says what was found, and why. */
  readonly explain: (report: Report) => void;
}

export const computeTargets = operation<Plan>({
  name: "compute-targets",
  summary: "Computes the impacted targets into a file, without any secret, for another job to upload.",
  inputs: [
    "target-branch",
    "pr-number",
    "pr-sha",
    "impacted-targets-from",
    "impacted-targets-result",
    "checkout-path",
    "targets-timeout",
  ],
  outputs: [
    "impacted-targets-count",
    "impacted-targets-all",
    "impacted-targets-reason",
    "impacted-targets-hint",
    "impacted-targets-result",
  ],
  isLocal: true,
  plan: async (given) => {
    const { inputs, subject, files } = given;
    const path = inputs.value("impacted-targets-result") ?? files.temporary("impacted-targets.json");
    files.checkWritable("impacted-targets-result", path);
    const headSha = subject.headSha();
    const { targetsOfStep } = await import("../computed-targets.js");
    const computed = await targetsOfStep(given);
    const { computedInWords, reportAnswer, reportComputed } = await import("../targets-report.js");
    for (const line of computedInWords(computed)) given.log(line);
    const explain = (report: Report) => {
      reportAnswer(computed.answer, report);
      reportComputed(computed, report);
    };
    const { targetBranch } = subject.queue();
    return {
      computed,
      headSha,
      targetBranch,
      from: inputs.required("impacted-targets-from"),
      path,
      files,
      explain,
    };
  },
  announce: ({ headSha, path, explain }, report) => {
    report.row("Head commit", markup`${headSha}`);
    report.row("File", markup`${path}`);
    explain(report);
  },
  warnings: ({ computed }) => computed.warnings,
  requests: () => [],
  run: async ({ computed, headSha, targetBranch, from, path, files }, { report }) => {
    const { handOverOf } = await import(/* webpackChunkName: "handed-over" */ "../handed-over.js");
    files.write("impacted-targets-result", path, handOverOf(computed, { headSha, targetBranch, from }));
    report.set({ "impacted-targets-result": path });
    const { answer } = computed;
    const what = answer.kind === "all" ? "ALL" : counted(answer.targets.size, "impacted target");
    return { kind: "done", sentence: `Written to ${path}: ${what}.` };
  },
});
