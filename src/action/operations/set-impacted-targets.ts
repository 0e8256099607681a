/** Uploads which targets the pull request impacts, for its head commit; as everything when the list does not fit. */
import type { PullRequestOnWire } from "../../client/pull-request-on-wire.js";
import type { TargetsEnvelope } from "../../client/targets-body.js";
import { counted } from "../../client/words.js";
import type { CommitId } from "../../domain/ids.js";
import type { GivenTargets } from "../given-targets.js";
import { reportAll, reportList, showAll, showList } from "../list-report.js";
import { markup } from "../markup.js";
import { type Given, operation } from "../operation.js";
import { announcePullRequest } from "../pull-request-report.js";
import type { Report } from "../report.js";
import { TARGET_INPUTS } from "../target-inputs.js";

interface Plan {
  readonly given: Given;
  readonly pullRequest: PullRequestOnWire;
  readonly headSha: CommitId;
  readonly envelope: TargetsEnvelope;
  readonly targets: GivenTargets;
  /** Says why, of computed targets. */
  readonly explain: (report: Report) => void;
}

export const setImpactedTargets = operation<Plan>({
  name: "set-impacted-targets",
  summary: "Uploads which targets the pull request impacts, for its head commit.",
  inputs: ["target-branch", "pr-number", "pr-sha", ...TARGET_INPUTS, "checkout-path", "targets-timeout"],
  outputs: [
    "uploaded",
    "impacted-targets-count",
    "impacted-targets-all",
    "impacted-targets-reason",
    "impacted-targets-hint",
  ],
  plan: async (given) => {
    const pullRequest = given.subject.pullRequest();
    const headSha = given.subject.headSha();
    const envelope = { ...pullRequest, pr: { ...pullRequest.pr, sha: headSha } };
    const { readTargets } = await import(/* webpackChunkName: "lists" */ "../impacted-targets-input.js");
    const targets = await readTargets(given, envelope);
    const { computed } = targets;
    if (computed === null)
      return { given, pullRequest, headSha, envelope, targets, explain: () => undefined };
    const { computedInWords, reportComputed } = await import("../targets-report.js");
    for (const line of computedInWords(computed)) given.log(line);
    const explain = (report: Report) => reportComputed(computed, report);
    return { given, pullRequest, headSha, envelope, targets, explain };
  },
  announce: ({ pullRequest, headSha, targets, explain }, report) => {
    announcePullRequest(pullRequest, report);
    report.row("Head commit", markup`${headSha}`);
    if (targets.body.kind === "all") showAll(targets.reason, report);
    else showList(targets.body.count, targets.sample, report);
    explain(report);
  },
  warnings: ({ targets }) => [...targets.warnings, ...(targets.computed?.warnings ?? [])],
  requests: ({ targets }) => [{ endpoint: "setImpactedTargets", body: targets.body.body }],
  run: async ({ given, pullRequest, headSha, envelope, targets }, step) => {
    const uploaded = `for #${pullRequest.pr.number}`;
    if (given.inputs.isGiven("impacted-targets-from") || given.inputs.isGiven("impacted-targets-result")) {
      const { whyLate } = await import("../newer-head.js");
      const because = await whyLate(given, pullRequest, headSha, step);
      if (because !== null) {
        step.warn(because);
        return {
          kind: "done",
          outcome: "unchanged",
          sentence: `Nothing is uploaded ${uploaded}: ${headSha} is not surely its head any more.`,
        };
      }
    }
    const { sendTargets } = await import(/* webpackChunkName: "lists" */ "../impacted-targets-input.js");
    const sent = await sendTargets(step.client, envelope, targets.body);
    step.report.answered(sent);
    step.report.set({ uploaded: true });
    if (sent.why === "refused") {
      const reason = `the service does not take a list of ${counted(sent.count, "name")} in one request`;
      step.warn(`ALL is uploaded, because ${reason}.`);
      reportAll(reason, step.report);
    } else if (sent.sentAs === "all") reportAll(targets.reason, step.report);
    else reportList(sent.count, targets.sample, step.report);
    return sent.sentAs === "all"
      ? { kind: "done", sentence: `ALL targets are uploaded ${uploaded}.` }
      : { kind: "done", sentence: `${counted(sent.count, "impacted target")} uploaded ${uploaded}.` };
  },
});
