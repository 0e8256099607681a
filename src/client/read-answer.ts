/** Reads the body of a success as the contract describes it. */
import { ENDPOINT_FACTS, type EndpointName } from "../contract/endpoint-facts.js";
import type { ReadReplyOf } from "../contract/endpoints.js";
import type { Understood } from "./attempt.js";
import { isWebPage, readErrorText, saysThatItFailed, shortened } from "./error-text.js";

/** JSON of the API is flat; more is an attempt to exhaust the parser, which takes 30 bytes per bracket. */
const DEEPEST_NESTING = 64;

const LONGEST_REMARK = 300;

/** The status alone says that such a call is done: published servers answer nothing, {} or a word. */
const EMPTY_ANSWERS: { readonly [Name in EndpointName]?: ReadReplyOf<Name> } = {
  submitPullRequest: {},
  cancelPullRequest: {},
  restartTestsOnPullRequest: {},
  setImpactedTargets: {},
  createQueue: {},
  deleteQueue: {},
  updateQueue: {},
};

/** Loads what the answer is compared with, so that it is there when the answer is. */
export function prepareToRead(name: EndpointName): void {
  if (ENDPOINT_FACTS[name].needs !== null) void loadSchemas();
}

export async function readAnswer<Name extends EndpointName>(
  name: Name,
  text: string,
  contentType: string,
): Promise<Understood<ReadReplyOf<Name>>> {
  const isMarkup = /^text\/html\b/i.test(contentType) && /^\s*</.test(text);
  if (isMarkup || isWebPage(text)) {
    return { ok: false, problem: "it is HTML, not JSON: is api-url right?" };
  }
  const { needs, method } = ENDPOINT_FACTS[name];
  const empty = EMPTY_ANSWERS[name];
  if (empty !== undefined) {
    const read = readEmpty(text, empty);
    if (needs === null || !read.ok || !/^\s*\{/.test(text)) return read;
  }
  const { conforming } = await loadSchemas();
  // The one GET is the one answer in plain text.
  if (method === "GET") return conforming(name, text);
  if (isTooDeep(text)) return { ok: false, problem: "its JSON is nested too deeply" };
  const json = readJson(text);
  return json.ok ? conforming(name, json.value) : json;
}

/** JSON that is broken, or says that the call failed, is no success; whatever else it is may be worth a look. */
function readEmpty<Value>(text: string, value: Value): Understood<Value> {
  const isStructured = /^\s*[{[]/.test(text);
  if (isStructured && isTooDeep(text)) return { ok: false, problem: "its JSON is nested too deeply" };
  const json = readJson(text);
  if (isStructured && !json.ok) return json;
  if (json.ok && saysThatItFailed(json.value)) {
    return {
      ok: false,
      problem: `the status is that of a success, but it says that it failed: ${readErrorText(text).detail}`,
    };
  }
  if (isStructured || text.trim() === "") return { ok: true, value };
  return { ok: true, value, remark: `answered in its own words: ${shortened(text.trim(), LONGEST_REMARK)}` };
}

/** Building them takes longer than everything else before a request. */
function loadSchemas() {
  return import("./conforming.js");
}

function readJson(text: string): Understood<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, problem: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
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
