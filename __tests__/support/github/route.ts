/** One operation of GitHub's REST API as the counterpart answers it, and what all of them share. */
import { isJsonObject, type JsonObject } from "../json-object.js";
import type { Caller } from "./caller.js";
import type { GitHubWorld } from "./world.js";

export interface Call {
  readonly world: GitHubWorld;
  readonly caller: Caller;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  /** Address below the API, without the query. */
  readonly path: string;
  name(parameter: string): string;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly link?: string | null;
  /** Of a redirect. */
  readonly location?: string;
}

export interface Route {
  /** Method and path below the API, such as `GET /repos/{owner}/{repo}/git/ref/{ref+}`; `+` takes slashes too. */
  readonly route: string;
  /** What an App or a fine-grained token needs. */
  readonly needs?: string;
  /** Callers without credentials get an answer too. */
  readonly isPublic?: true;
  answer(call: Call): Answer | Promise<Answer>;
}

/** https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly JsonObject[];

  constructor(status: number, message: string, errors: readonly JsonObject[] = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export function invalid(resource: string, field: string, message: string): Refusal {
  return new Refusal(422, "Validation Failed", [{ resource, field, code: "custom", message }]);
}

export const notFound = () => new Refusal(404, "Not Found");

export const REPOSITORY = "/repos/{owner}/{repo}";

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function created(body: unknown): Answer {
  return { status: 201, body };
}

export const NOTHING: Answer = { status: 204 };

/** Undefined when it is no object, or has no such member. */
export function memberOf(value: unknown, member: string): unknown {
  return isJsonObject(value) ? value[member] : undefined;
}

/** Null when the member is missing or no text. */
export function textOf(body: JsonObject, member: string): string | null {
  const value = body[member];
  return typeof value === "string" ? value : null;
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

export function required(body: JsonObject, member: string, resource: string): string {
  const value = textOf(body, member);
  if (value === null || value === "") throw invalid(resource, member, `${member} is missing`);
  return value;
}

/** One page of a list and its `link` header: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api */
export function page<Item>(
  call: Call,
  items: readonly Item[],
): { items: readonly Item[]; link: string | null } {
  const size = Math.min(Math.max(wholeNumber(call.query.get("per_page"), 30), 1), 100);
  const current = Math.max(wholeNumber(call.query.get("page"), 1), 1);
  const last = Math.max(Math.ceil(items.length / size), 1);
  const to = (number: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set("page", String(number));
    return `<${call.world.apiUrl}${call.path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(current > 1 ? [to(current - 1, "prev")] : []),
    ...(current < last ? [to(current + 1, "next"), to(last, "last")] : []),
    ...(current > 1 ? [to(1, "first")] : []),
  ];
  const link = links.length === 0 ? null : links.join(", ");
  return { items: items.slice((current - 1) * size, current * size), link };
}

export function listed(call: Call, all: readonly unknown[]): Answer {
  const { items, link } = page(call, all);
  return { status: 200, body: items, link };
}

/** Lists that GitHub wraps into an object with their length. */
export function counted(call: Call, member: string, all: readonly unknown[]): Answer {
  const { items, link } = page(call, all);
  return { status: 200, body: { total_count: all.length, [member]: items }, link };
}

function wholeNumber(text: string | null, otherwise: number): number {
  const number = Number(text ?? Number.NaN);
  return Number.isInteger(number) ? number : otherwise;
}
