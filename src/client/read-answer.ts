/** Reads the body of a success as the contract describes it, and says which field is not as promised. */
import type * as z from "zod/mini";
import { type EndpointName, endpoints, type ReadReplyOf } from "../contract/endpoints.js";
import { emptyReply } from "../contract/entry-on-wire.js";
import type { Understood } from "./attempt.js";
import { isWebPage, shortened } from "./error-text.js";

/** JSON of the API is flat; more is an attempt to exhaust the parser, which takes 30 bytes per bracket. */
const DEEPEST_NESTING = 64;

type Replies = {
  readonly [Name in EndpointName]: {
    readonly method: "POST" | "GET";
    readonly response: z.ZodMiniType<ReadReplyOf<Name>>;
  };
};
const replies: Replies = endpoints;

export function readAnswer<Name extends EndpointName>(
  name: Name,
  text: string,
  contentType: string,
): Understood<ReadReplyOf<Name>> {
  const isMarkup = /^text\/html\b/i.test(contentType) && /^\s*</.test(text);
  if (isMarkup || isWebPage(text)) {
    return { ok: false, problem: "it is HTML, not JSON: is api-url right?" };
  }
  const endpoint = replies[name];
  // The status alone says that such a call is done: published servers answer nothing, {} or a word.
  if (endpoints[name].response === emptyReply) return conforming(endpoint.response, {});
  // The one GET is the one answer in plain text.
  if (endpoint.method === "GET") return conforming(endpoint.response, text);
  if (isTooDeep(text)) return { ok: false, problem: "its JSON is nested too deeply" };
  const json = readJson(text);
  return json.ok ? conforming(endpoint.response, json.value) : json;
}

function readJson(text: string): Understood<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
}

function conforming<Value>(schema: z.ZodMiniType<Value>, body: unknown): Understood<Value> {
  const read = schema.safeParse(body);
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

/** Counts open brackets outside of strings, without building anything. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === BACKSLASH) index++;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (unit === OPEN_BRACKET || unit === OPEN_BRACE) depth++;
    else if (unit === CLOSE_BRACKET || unit === CLOSE_BRACE) depth--;
    if (depth > DEEPEST_NESTING) return true;
  }
  return false;
}

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
