/** Reads the body of a success as the contract describes it. */
import { ENDPOINT_FACTS, type EndpointName } from "../contract/endpoint-facts.js";
import type { ReadReplyOf } from "../contract/endpoints.js";
import { isRecord } from "../domain/is-record.js";
import { beginningOf } from "../domain/words.js";
import type { Understood } from "./attempt.js";
import { isWebPage, readErrorText, reportsFailure } from "./error-text.js";

/** JSON of the API is flat; deep nesting is an attempt to exhaust the parser, which takes 30 bytes per bracket. */
const DEEPEST_NESTING = 64;

const LONGEST_REMARK = 300;

/** The status alone reports the success of these calls: existing servers answer nothing, {} or a word. */
const EMPTY_ANSWERS: { readonly [Name in EndpointName]?: ReadReplyOf<Name> } = {
  submitPullRequest: {},
  cancelPullRequest: {},
  restartTestsOnPullRequest: {},
  setImpactedTargets: {},
  createQueue: {},
  deleteQueue: {},
  updateQueue: {},
};

/** Loads the schema early, so that it is ready when the answer arrives. */
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
  const isStructured = /^\s*[{[]/.test(text);
  if (isStructured && isTooDeep(text)) return { ok: false, problem: "its JSON is nested too deeply" };
  const json = readJson(text);
  // The only GET endpoint is the only one that answers in plain text.
  if (method === "GET") return metricsIn(name, text, contentType, json);
  const empty = EMPTY_ANSWERS[name];
  if (empty !== undefined) {
    if (isStructured && !json.ok) return json;
    if (json.ok && reportsFailure(json.value)) return refusalIn(text);
    if (!isStructured && text.trim() !== "") {
      const remark = `answered in its own words: ${beginningOf(text.trim(), LONGEST_REMARK)}`;
      return { ok: true, value: empty, remark };
    }
    if (needs === null || !isRecord(json.ok ? json.value : null)) return { ok: true, value: empty };
  }
  if (!json.ok) return json;
  const { conforming } = await loadSchemas();
  const read = conforming(name, json.value);
  return !read.ok && reportsFailure(json.value) ? refusalIn(text) : read;
}

/** Text that may not be metrics must not replace metrics in a file. */
async function metricsIn<Name extends EndpointName>(
  name: Name,
  text: string,
  contentType: string,
  json: Understood<unknown>,
): Promise<Understood<ReadReplyOf<Name>>> {
  if (json.ok && reportsFailure(json.value)) return refusalIn(text);
  const { metricsProblem } = await import("./metrics-problem.js");
  const problem = metricsProblem(text, contentType);
  if (problem !== null) return { ok: false, problem };
  const { conforming } = await loadSchemas();
  return conforming(name, text);
}

function refusalIn(text: string): { readonly ok: false; readonly problem: string; readonly isRefusal: true } {
  const problem = `the status is a success, but the answer reports a failure: ${readErrorText(text).detail}`;
  return { ok: false, problem, isRefusal: true };
}

/** Building the schemas takes longer than everything else before a request. */
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
