/** A failure that the service calls final is not repeated. */
import { afterEach, expect, it } from "@jest/globals";
import { MergeQueueError } from "../../../src/client/errors.js";
import { aClient, QUEUE } from "../../support/client-samples.js";
import { answersJson, FaultyServer } from "../../support/faulty-server.js";

let server: FaultyServer | undefined;

afterEach(async () => server?.close());

it.each([
  [{ retryable: false }, 1],
  [{ retryable: true }, 3],
  [{ retryable: "false" }, 3],
  [{}, 3],
])("a 502 with %j takes %d requests", async (more, requests) => {
  const error = { code: "UPSTREAM_ERROR", message: "the code host failed", ...more };
  server = await FaultyServer.start([answersJson(502, { error })]);
  await expect(aClient(server.apiUrl).getQueue(QUEUE)).rejects.toThrow(MergeQueueError);
  expect(server.requests.length).toBe(requests);
});
