/**
 * The floor of cold-start.mjs: a step that reads inputs and, where the runner has a file for outputs, tells it what the
 * Action tells it in a dry run of `submit`, with the toolkit and its HTTP client and nothing else.
 */
import { createHash } from "node:crypto";
import * as core from "@actions/core";
import { HttpClient } from "@actions/http-client";

const OUTPUTS = [
  "state",
  "is-submitted",
  "is-final",
  "priority",
  "reason",
  "queue-state",
  "impacted-targets-count",
  "impacted-targets-all",
  "impacted-targets-reason",
  "response",
  "http-status",
  "attempts",
  "duration-ms",
  "error-kind",
];

const startedAt = performance.now();
core.setSecret(core.getInput("api-token"));
const client = new HttpClient("floor");
const [owner, name] = core.getInput("repository").split("/");
const body = JSON.stringify({
  repo: { host: core.getInput("repo-host"), owner, name },
  targetBranch: core.getInput("target-branch"),
  pr: { number: Number(core.getInput("pr-number")) },
});
const digest = createHash("sha256").update(body).digest("hex");
const sentence = `${client.userAgent} would post ${core.getInput("api-url")}/submitPullRequest (${digest}): ${body}`;
core.info(sentence);
if (!process.env.GITHUB_OUTPUT) process.exit();
for (const output of OUTPUTS) core.setOutput(output, "");
core.setOutput("duration-ms", String(Math.round(performance.now() - startedAt)));
await core.summary.addRaw(`### Floor\n\n${sentence}\n`).write();
