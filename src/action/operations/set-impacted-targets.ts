/** Uploads which targets the pull request impacts, for its head commit; uploads `ALL` when the list does not fit. */

import { nameOf } from "../../client/pull-request-on-wire.js";
import { counted } from "../../domain/words.js";
import { OPERATIONS } from "../../operations/operations.js";
import { markup } from "../markup.js";
import { done, operation } from "../operation.js";
import { announcePullRequest } from "../pull-request-report.js";
import type { Report } from "../report.js";
import { reportAll, reportList, showAll, showList } from "../targets-report.js";

const SHARED = OPERATIONS["set-impacted-targets"];

export const setImpactedTargets = operation({
  summary: "Uploads the impacted targets of the pull request, for its head commit.",
  outputs: [
    "uploaded",
    "impacted-targets-count",
    "impacted-targets-all",
    "impacted-targets-reason",
    "impacted-targets-hint",
  ],
  ...SHARED,
  plan: async (given) => {
    const plan = await SHARED.plan(given, async (envelope) => {
      const lists = await import(/* webpackChunkName: "lists" */ "../impacted-targets-input.js");
      return { ...(await lists.readTargets(given, envelope)), send: lists.sendTargets };
    });
    const { computed } = plan.targets;
    if (computed === null) return { ...plan, given, explain: () => undefined };
    const { computedInWords, reportComputed } = await import("../targets-report.js");
    for (const line of computedInWords(computed)) given.log(line);
    return { ...plan, given, explain: (report: Report) => reportComputed(computed, report) };
  },
  announce: (plan, report) => {
    const { targets } = plan;
    announcePullRequest(plan, report);
    report.row("Head commit", markup`${plan.headSha}`);
    if (targets.body.kind === "all") showAll(targets.reason, report);
    else showList(targets.body.count, targets.sample, report);
    plan.explain(report);
  },
  warnings: ({ targets }) => [...targets.warnings, ...(targets.computed?.warnings ?? [])],
  objection: async ({ given, request, headSha }, step) => {
    const { inputs } = given;
    if (!inputs.isGiven("impacted-targets-from") && !inputs.isGiven("impacted-targets-result")) return null;
    const { whyLate } = await import("../newer-head.js");
    const because = await whyLate(given, request, headSha, step);
    if (because === null) return null;
    step.warn(because);
    const name = nameOf(request);
    return done(`Nothing is uploaded for ${name}: ${headSha} may no longer be its head.`, true);
  },
  show: ({ answer: sent }, { request, targets }, step) => {
    step.report.set({ uploaded: true });
    if (sent.why === "refused") {
      const reason = `the service does not accept a list of ${counted(sent.count, "name")} in one request`;
      step.warn(`ALL is uploaded, because ${reason}.`);
      reportAll(reason, step.report);
    } else if (sent.sentAs === "all") reportAll(targets.reason, step.report);
    else reportList(sent.count, targets.sample, step.report);
    const what = sent.sentAs === "all" ? "ALL targets are" : counted(sent.count, "impacted target");
    return done(`${what} uploaded for ${nameOf(request)}.`);
  },
});
