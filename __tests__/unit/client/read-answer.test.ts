/** Which answers need a body: those that tell something, and no others. */
import { expect, it } from "@jest/globals";
import { readAnswer } from "../../../src/client/read-answer.js";
import { type EndpointName, endpoints } from "../../../src/contract/endpoints.js";
import { emptyReply } from "../../../src/contract/entry-on-wire.js";

const NAMES = Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));

it.each(NAMES)("%s needs a body if the contract says that it answers something", async (name) => {
  const answer = await readAnswer(name, "", "application/json");
  const needsNone = endpoints[name].response === emptyReply || endpoints[name].method === "GET";
  expect(answer.ok).toBe(needsNone);
});
