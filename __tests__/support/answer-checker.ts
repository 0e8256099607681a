/** Holds answers against an OpenAPI document. The only file that knows the validator. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isJsonObject, type JsonObject } from "./json-object.js";

export interface SeenAnswer {
  readonly method: string;
  /** As it was asked for, `/v1` and the query included. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

/** What is wrong with the answer, in a line or two; null when the document says that it may be so. */
export type AnswerChecker = (answer: SeenAnswer) => string | null;

const PREFIX = "/v1";
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** Served beside the API, and no part of it. */
const BESIDE = /^(?:\/v1)?\/(?:openapi\.json|healthz|readyz)$/;

export function answerChecker(document: unknown): AnswerChecker {
  if (!isJsonObject(document)) throw new Error("the OpenAPI document is no object");
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { "date-time": DATE_TIME } });
  ajv.addSchema(document, "api");
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: readonly string[]): ValidateFunction => {
    const ref = `api#${pointer.map((step) => `/${encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    return validate;
  };
  return (answer) => {
    const path = decoded(answer.path.replace(/[?#].*$/s, ""));
    if (BESIDE.test(path) && answer.status === 200) return null;
    if (path === "/readyz" && answer.status === 503) return null;
    const operation = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : "";
    const method = answer.method.toLowerCase();
    const pointer = ["paths", operation, method === "head" ? "get" : method];
    const responses = at(document, [...pointer, "responses"]);
    if (responses === undefined) return problemOutside(answer);
    const contents = at(responses, [String(answer.status), "content"]);
    if (contents === undefined) return said(answer, "a status that the document does not declare");
    if (answer.contentType === null || contents[answer.contentType] === undefined) {
      return said(answer, `the type ${answer.contentType} and not ${Object.keys(contents).join(" or ")}`);
    }
    if (method === "head") return null;
    const value = answer.contentType === "application/json" ? parsed(answer.body) : answer.body;
    const validate = validatorAt([
      ...pointer,
      "responses",
      String(answer.status),
      "content",
      answer.contentType,
      "schema",
    ]);
    return validate(value) ? null : said(answer, ajv.errorsText(validate.errors, { separator: "\n" }));
  };
}

/** What is no operation of the document is refused in the way of all refusals. */
function problemOutside(answer: SeenAnswer): string | null {
  const code = { 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 400: "VALIDATION_FAILED" }[answer.status];
  if (code === undefined) return said(answer, "a status that no unknown address has");
  if (answer.method === "HEAD") return null;
  const error = at(parsed(answer.body), ["error"]);
  return error?.["code"] === code ? null : said(answer, `no refusal with the code ${code}`);
}

function said({ method, path, status, body }: SeenAnswer, problem: string): string {
  return `${method} ${path} answered ${status} with ${problem}\n${body.slice(0, 2000)}`;
}

/** As the service reads it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function at(value: unknown, steps: readonly string[]): JsonObject | undefined {
  let here: unknown = value;
  for (const step of steps) here = isJsonObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  return isJsonObject(here) ? here : undefined;
}
