/**
 * START HERE: the HTTP API as one record. The client's methods, the server's handlers and the reference are derived
 * from it.
 */
import * as z from "zod/mini";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../domain/impacted-targets.js";
import { ENDPOINT_FACTS, type EndpointFacts, type EndpointName } from "./endpoint-facts.js";
import { emptyReply, entryOnWire, pullRequestOnWire, queueOnWire } from "./entry-on-wire.js";
import { landingList, landingsRequest, listRequest, pullRequestList } from "./lists.js";
import { concurrencyOnWire, modeOnWire, settingsChange, settingsReply } from "./queue-settings.js";
import { described, documentedAs, flag, onWire, priorityOnWire, shortText, text } from "./schema.js";
import { pullRequestLookup, submittedPullRequest } from "./submitted-pull-request.js";
import { testingDetails } from "./testing-details.js";

export type { EndpointName, Repeating } from "./endpoint-facts.js";

export interface Endpoint extends EndpointFacts {
  readonly summary: string;
  readonly request: z.ZodMiniObject;
  readonly response: z.ZodMiniType;
}

const targetsError = 'expected a list of texts, or the text "ALL"';
const targetsOnWire = described(
  z.pipe(
    z.union([z.array(z.string({ error: targetsError })), z.enum(["ALL", "IMPACTS_ALL"])], {
      error: targetsError,
    }),
    described(
      z.transform(
        (value: string[] | "ALL" | "IMPACTS_ALL"): ImpactedTargets =>
          typeof value === "string" ? ALL_TARGETS : targetList(value),
      ),
      "",
      { override: { type: "string" } },
    ),
  ),
  'Names of the impacted targets, or "ALL" for everything. An empty list impacts nothing.',
  documentedAs({
    anyOf: [
      { type: "array", items: { type: "string" } },
      { type: "string", enum: ["ALL", "IMPACTS_ALL"] },
    ],
  }),
);

export const endpoints = {
  submitPullRequest: {
    ...ENDPOINT_FACTS.submitPullRequest,
    summary: "Submits a pull request to the merge queue, or changes its priority and batching there.",
    request: z.object({
      ...pullRequestOnWire,
      priority: z.optional(priorityOnWire),
      noBatch: z.optional(flag("Test this pull request alone.")),
    }),
    response: emptyReply,
  },
  cancelPullRequest: {
    ...ENDPOINT_FACTS.cancelPullRequest,
    summary: "Removes a pull request from the queue.",
    request: z.object(pullRequestOnWire),
    response: emptyReply,
  },
  restartTestsOnPullRequest: {
    ...ENDPOINT_FACTS.restartTestsOnPullRequest,
    summary: "Restarts the tests of a pull request, which keeps its place.",
    request: z.object(pullRequestOnWire),
    response: emptyReply,
  },
  getSubmittedPullRequest: {
    ...ENDPOINT_FACTS.getSubmittedPullRequest,
    summary: "Returns the state of a submitted pull request, even after it has left the queue.",
    request: pullRequestLookup,
    response: submittedPullRequest,
  },
  listPullRequests: {
    ...ENDPOINT_FACTS.listPullRequests,
    summary: "Lists pull requests of a queue, newest submission first, including finished ones.",
    request: listRequest,
    response: pullRequestList,
  },
  listLandings: {
    ...ENDPOINT_FACTS.listLandings,
    summary: "Lists the landings of a queue with their proofs, newest first.",
    request: landingsRequest,
    response: landingList,
  },
  setImpactedTargets: {
    ...ENDPOINT_FACTS.setImpactedTargets,
    summary: "Sets the impacted targets of a pull request for one head commit.",
    request: z.object({
      ...queueOnWire,
      pr: z.object({
        number: pullRequestOnWire.pr.shape.number,
        sha: z.optional(text("The head commit the targets were computed for; absent: the current head.")),
      }),
      impactedTargets: targetsOnWire,
      cause: z.optional(
        shortText("Why everything is impacted, for people who read the page of the pull request."),
      ),
    }),
    response: emptyReply,
  },
  getMergeQueueTestingDetails: {
    ...ENDPOINT_FACTS.getMergeQueueTestingDetails,
    summary: "Returns what a test run tests, on which branch, and the state of its checks.",
    request: z.object({
      ...queueOnWire,
      testRunId: text("Id of the run: the last segment of the test branch's name."),
    }),
    response: testingDetails,
  },
  createQueue: {
    ...ENDPOINT_FACTS.createQueue,
    summary: "Creates a queue for a target branch.",
    request: z.strictObject({
      ...queueOnWire,
      mode: z.optional(modeOnWire),
      concurrency: z.optional(concurrencyOnWire),
    }),
    response: emptyReply,
  },
  deleteQueue: {
    ...ENDPOINT_FACTS.deleteQueue,
    summary: "Deletes an empty queue.",
    request: z.object(queueOnWire),
    response: emptyReply,
  },
  getQueue: {
    ...ENDPOINT_FACTS.getQueue,
    summary: "Returns a queue: its settings, and its pull requests in queue order.",
    request: z.object(queueOnWire),
    response: z.object({
      ...settingsReply,
      enqueuedPullRequests: described(
        z.array(z.object(entryOnWire)),
        "In the line first, then waiting, then not ready.",
      ),
    }),
  },
  updateQueue: {
    ...ENDPOINT_FACTS.updateQueue,
    summary: "Changes settings and state of a queue; absent fields keep their values.",
    request: z.strictObject({ ...queueOnWire, ...settingsChange }),
    response: z.object(settingsReply),
  },
  getMergeQueueMetrics: {
    ...ENDPOINT_FACTS.getMergeQueueMetrics,
    summary: "Returns the metrics of all queues, or of one repository, as Prometheus text.",
    request: z.object({
      repo: z.optional(text("owner/name; only together with repoHost.")),
      repoHost: z.optional(text("Host name of the forge.")),
    }),
    response: onWire("Prometheus text exposition format 0.0.4."),
  },
} as const satisfies Record<EndpointName, Endpoint>;

/** What a client sends, before defaults and conversions. */
export type RequestOf<Name extends EndpointName> = z.input<(typeof endpoints)[Name]["request"]>;
/** What a server acts on, after validation and conversion. */
export type CheckedRequestOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]["request"]>;
/** What a server answers. */
export type ReplyOf<Name extends EndpointName> = z.input<(typeof endpoints)[Name]["response"]>;
/**
 * What a client reads: the fields in `needs` are present, any other may be absent. States have their canonical
 * spelling; every word may be one that this version does not know.
 */
export type ReadReplyOf<Name extends EndpointName> = NeededOf<
  Leniently<z.output<(typeof endpoints)[Name]["response"]>>,
  (typeof ENDPOINT_FACTS)[Name]["needs"]
>;
type NeededOf<Read, Needs> = Needs extends readonly (infer Name)[]
  ? Read & { readonly [Key in keyof Read as Extract<Key, Name>]-?: Exclude<Read[Key], undefined> }
  : Read;
type Leniently<Value> = Value extends string
  ? string
  : Value extends readonly (infer Element)[]
    ? readonly Leniently<Element>[]
    : Value extends object
      ? { readonly [Key in keyof Value]?: Leniently<Exclude<Value[Key], undefined>> | undefined }
      : Value;
/** The refusals specific to an endpoint. */
export type RefusalOf<Name extends EndpointName> = (typeof ENDPOINT_FACTS)[Name]["refusals"][number];
