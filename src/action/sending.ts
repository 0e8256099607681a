/**
 * All that it takes to send something and to wait for what becomes of it, as one file of the bundle. A step that
 * sends nothing, because an input is wrong or the run is dry, does not load it.
 */

export { traceHeaders } from "../client/attempt.js";
export { MergeQueueClient } from "../client/client.js";
export { cancellingOnAbort, waitUntilFinal } from "./waiting.js";
