/**
 * Computes the impacted targets and writes them to a file for another job to upload. Uses no service and needs no
 * secret.
 */
import { counted } from "../../domain/words.js";
import { markup } from "../markup.js";
import { done, operation } from "../operation.js";
import type { Report } from "../report.js";

export const computeTargets = operation({
  summary:
    "Computes the impacted targets and writes them to a file for another job to upload. Needs no secret.",
  outputs: [
    "impacted-targets-count",
    "impacted-targets-all",
    "impacted-targets-reason",
    "impacted-targets-hint",
    "impacted-targets-result",
  ],
  isLocal: true,
  moreInputs: ["impacted-targets-from", "impacted-targets-result", "checkout-path", "targets-timeout"],
  inputs: ["pullRequest", "headSha"],
  plan: async (given) => {
    const { inputs, files } = given;
    const path = inputs.value("impacted-targets-result") ?? files.temporary("impacted-targets.json");
    files.checkWritable("impacted-targets-result", path);
    const headSha = given.headSha();
    const { targetsOfStep } = await import("../computed-targets.js");
    const computed = await targetsOfStep(given);
    const { computedInWords, reportAnswer, reportComputed } = await import("../targets-report.js");
    for (const line of computedInWords(computed)) given.log(line);
    const explain = (report: Report) => {
      reportAnswer(computed.answer, report);
      reportComputed(computed, report);
    };
    const { targetBranch } = given.queue();
    const from = inputs.required("impacted-targets-from");
    return {
      computed,
      headSha,
      path,
      explain,
      requests: [],
      run: async () => {
        const { handOverOf } = await import(/* webpackChunkName: "handed-over" */ "../handed-over.js");
        files.write("impacted-targets-result", path, handOverOf(computed, { headSha, targetBranch, from }));
        return { answer: null };
      },
    };
  },
  announce: ({ headSha, path, explain }, report) => {
    report.row("Head commit", markup`${headSha}`);
    report.row("File", markup`${path}`);
    explain(report);
  },
  warnings: ({ computed }) => computed.warnings,
  show: (_, { computed: { answer }, path }, { report }) => {
    report.set({ "impacted-targets-result": path });
    const what = answer.kind === "all" ? "ALL" : counted(answer.targets.size, "impacted target");
    return done(`Written to ${path}: ${what}.`);
  },
});
