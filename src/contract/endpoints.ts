/**
 * START HERE: the HTTP API, written once. The client's methods, the server's handlers and the reference
 * follow from this record.
 */
import * as z from "zod/mini";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../domain/impacted-targets.js";
import { ENDPOINT_FACTS, type EndpointFacts, type EndpointName } from "./endpoint-facts.js";
import { emptyReply, entryOnWire, pullRequestOnWire, queueOnWire } from "./entry-on-wire.js";
import { listRequest, pullRequestList } from "./pull-request-list.js";
import { concurrencyOnWire, modeOnWire, settingsChange, settingsReply } from "./queue-settings.js";
import { described, documentedAs, flag, onWire, priorityOnWire, text } from "./schema.js";
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
    summary: "Puts a pull request in the merge queue, or rewrites its priority and batching there.",
    request: z.object({
      ...pullRequestOnWire,
      priority: z.optional(priorityOnWire),
      noBatch: z.optional(flag("Test this pull request alone.")),
    }),
    response: emptyReply,
  },
  cancelPullRequest: {
    ...ENDPOINT_FACTS.cancelPullRequest,
    summary: "Takes a pull request out of the queue.",
    request: z.object(pullRequestOnWire),
    response: emptyReply,
  },
  restartTestsOnPullRequest: {
    ...ENDPOINT_FACTS.restartTestsOnPullRequest,
    summary: "Tests a pull request again, in place.",
    request: z.object(pullRequestOnWire),
    response: emptyReply,
  },
  getSubmittedPullRequest: {
    ...ENDPOINT_FACTS.getSubmittedPullRequest,
    summary: "Says where a submitted pull request is, also after it has left the queue.",
    request: pullRequestLookup,
    response: submittedPullRequest,
  },
  listPullRequests: {
    ...ENDPOINT_FACTS.listPullRequests,
    summary: "Lists pull requests of a queue, newest submission first, also those that have left it.",
    request: listRequest,
    response: pullRequestList,
  },
  setImpactedTargets: {
    ...ENDPOINT_FACTS.setImpactedTargets,
    summary: "Says which targets a pull request impacts, for one head commit.",
    request: z.object({
      ...queueOnWire,
      pr: z.object({
        number: pullRequestOnWire.pr.shape.number,
        sha: z.optional(text("The head commit the targets were computed for; absent: the current head.")),
      }),
      impactedTargets: targetsOnWire,
    }),
    response: emptyReply,
  },
  getMergeQueueTestingDetails: {
    ...ENDPOINT_FACTS.getMergeQueueTestingDetails,
    summary: "Says what a test run tests, on which branch, and how its checks stand.",
    request: z.object({
      ...queueOnWire,
      testRunId: text("Id of the run: the last segment of the test branch's name."),
    }),
    response: testingDetails,
  },
  createQueue: {
    ...ENDPOINT_FACTS.createQueue,
    summary: "Creates the queue of a target branch.",
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
    summary: "Shows a queue: its settings, and its pull requests in the order they are considered.",
    request: z.object(queueOnWire),
    response: z.object({
      ...settingsReply,
      enqueuedPullRequests: described(
        z.array(z.object(entryOnWire)),
        "What runs first, then what waits, last what is not ready yet.",
      ),
    }),
  },
  updateQueue: {
    ...ENDPOINT_FACTS.updateQueue,
    summary: "Changes settings and state of a queue; what is absent stays.",
    request: z.strictObject({ ...queueOnWire, ...settingsChange }),
    response: z.object(settingsReply),
  },
  getMergeQueueMetrics: {
    ...ENDPOINT_FACTS.getMergeQueueMetrics,
    summary: "Shows the metrics of all queues, or of one repository's, as Prometheus text.",
    request: z.object({
      repo: z.optional(text("owner/name; only together with repoHost.")),
      repoHost: z.optional(text("Host name of the forge.")),
    }),
    response: onWire("Prometheus text exposition format 0.0.4."),
  },
} as const satisfies Record<EndpointName, Endpoint>;

/** What a client sends: before defaults and conversions. */
export type RequestOf<Name extends EndpointName> = z.input<(typeof endpoints)[Name]["request"]>;
/** What a server acts on: checked and converted. */
export type CheckedRequestOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]["request"]>;
/** What a server answers. */
export type ReplyOf<Name extends EndpointName> = z.input<(typeof endpoints)[Name]["response"]>;
/**
 * What a client reads: what the endpoint needs is there, and anything else may be missing. States are in their
 * canonical spelling, and every word may be one that is not known here.
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
/** Every way in which this endpoint may say no. */
export type RefusalOf<Name extends EndpointName> = (typeof ENDPOINT_FACTS)[Name]["refusals"][number];
