/**
 * Everything that is needed to send requests and to wait for their result, as one file of the bundle. A step that sends
 * nothing, because of a wrong input or a dry run, does not load it.
 */

export { traceHeaders } from "../client/attempt.js";
export { MergeQueueClient } from "../client/client.js";
export { cancellingOnAbort, waitUntilFinal } from "./waiting.js";
