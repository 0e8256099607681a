/** Compares an answer with the contract's schema, and says which field is not as promised. Loaded when needed. */
import type * as z from "zod/mini";
import { type EndpointName, endpoints, type ReadReplyOf } from "../contract/endpoints.js";
import type { Understood } from "./attempt.js";
import { shortened } from "./error-text.js";

type Replies = {
  readonly [Name in EndpointName]: { readonly response: z.ZodMiniType<ReadReplyOf<Name>> };
};
const replies: Replies = endpoints;

export function conforming<Name extends EndpointName>(
  name: Name,
  body: unknown,
): Understood<ReadReplyOf<Name>> {
  const read = replies[name].response.safeParse(body);
  if (read.success) return { ok: true, value: read.data };
  const [issue] = read.error.issues;
  return { ok: false, problem: issue === undefined ? "it is not as promised" : problemOf(issue) };
}

function problemOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? "the whole of it" : `its field ${issue.path.map(String).join(".")}`;
  const saysNothing = issue.code === "invalid_type" && issue.message === "Invalid input";
  const expected = saysNothing ? `expected ${issue.expected}` : issue.message;
  return shortened(`${field}: ${expected}`, 500);
}
