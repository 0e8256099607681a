/** Uploads which targets the pull request impacts, for its head commit; as everything when the list does not fit. */
import type { PullRequestOnWire } from "../../client/pull-request-on-wire.js";
import type { TargetsEnvelope } from "../../client/targets-body.js";
import { counted } from "../../client/words.js";
import type { GivenTargets } from "../impacted-targets-input.js";
import { markup } from "../markup.js";
import { operation } from "../operation.js";
import { announcePullRequest } from "../pull-request-report.js";
import type { Report } from "../report.js";
import { TARGET_INPUTS } from "../target-inputs.js";

interface Plan {
  readonly pullRequest: PullRequestOnWire;
  readonly envelope: TargetsEnvelope;
  readonly targets: GivenTargets;
}

export const setImpactedTargets = operation<Plan>({
  name: "set-impacted-targets",
  summary: "Uploads which targets the pull request impacts, for its head commit.",
  inputs: ["target-branch", "pr-number", "pr-sha", ...TARGET_INPUTS],
  outputs: ["impacted-targets-count", "impacted-targets-all", "impacted-targets-reason"],
  plan: async ({ inputs, subject, files, signal }) => {
    const pullRequest = subject.pullRequest();
    const envelope = { ...pullRequest, pr: { ...pullRequest.pr, sha: subject.headSha() } };
    const { readTargets } = await import("../impacted-targets-input.js");
    return { pullRequest, envelope, targets: await readTargets(inputs, files, envelope, signal) };
  },
  announce: ({ pullRequest, envelope, targets }, report) => {
    announcePullRequest(pullRequest, report);
    report.row("Head commit", markup`${envelope.pr.sha ?? ""}`);
    if (targets.body.kind === "all") reportAll(targets.reason, report);
    else reportList(targets.body.count, targets.sample, report);
  },
  warnings: ({ targets }) => targets.warnings,
  requests: ({ targets }) => [{ endpoint: "setImpactedTargets", body: targets.body.body }],
  run: async ({ pullRequest, envelope, targets }, step) => {
    const { sendTargets } = await import("../impacted-targets-input.js");
    const sent = await sendTargets(step.client, envelope, targets.body);
    step.report.answered(sent);
    const uploaded = `for #${pullRequest.pr.number}`;
    if (sent.why === "refused") {
      const reason = `the service does not take a list of ${counted(sent.count, "name")} in one request`;
      step.warn(`ALL is uploaded, because ${reason}.`);
      reportAll(reason, step.report);
    }
    return sent.sentAs === "all"
      ? { kind: "done", sentence: `ALL targets are uploaded ${uploaded}.` }
      : { kind: "done", sentence: `${counted(sent.count, "impacted target")} uploaded ${uploaded}.` };
  },
});

function reportAll(reason: string, report: Report): void {
  report.set({
    "impacted-targets-count": "",
    "impacted-targets-all": true,
    "impacted-targets-reason": reason,
  });
  report.row("Impacted targets", markup`**ALL**, because ${reason}`);
}

function reportList(count: number, sample: readonly string[], report: Report): void {
  report.set({ "impacted-targets-count": count, "impacted-targets-all": false });
  const more = count > sample.length ? ` and ${count - sample.length} more` : "";
  const names = count === 0 ? "" : `: ${sample.join(", ")}${more}`;
  report.row("Impacted targets", markup`${count}${names}`);
}
