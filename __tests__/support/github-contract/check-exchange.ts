/** Compares one request of the service, and the counterpart's answer to it, with what GitHub publishes. */
import { validate as validateQuery } from "@octokit/graphql-schema";
import { isJsonObject, type JsonObject } from "../json-object.js";
import {
  type Description,
  type DescriptionName,
  describedBy,
  findOperation,
  type Operation,
} from "./published-operations.js";
import { PublishedSchemas } from "./published-schemas.js";

export interface Exchange {
  readonly method: string;
  /** Below the API. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** null: none. */
  readonly sent: unknown;
  readonly status: number;
  readonly answered: unknown;
}

/** GitHub documents these for the whole API, and not with each operation. */
const OF_EVERY_OPERATION: ReadonlySet<number> = new Set([304, 400, 401, 403, 404, 405, 409, 422, 429]);

/** What is right although the description lacks it; each line names why. */
const UNPUBLISHED: readonly RegExp[] = [
  // The whole list is one page, and GitHub ignores the size of pages here, as it does with unknown parameters.
  /git\/matching-refs\/\{ref\} has no parameter per_page$/,
  // A refusal repeats its status as text, which only some schemas of refusals have.
  /answers 4\d\d, and in the counterpart's answer it has the unpublished member status$/,
  // A label without a description has null, as the schema of a single pull request states.
  /\/labels\/\d+\/description must be string$/,
];

/** Merges in the background, which no Enterprise Server has. */
export const ON_GITHUB_COM_ONLY = /\/merge-async\b/;

interface Checking {
  readonly description: Description;
  readonly requests: PublishedSchemas;
  readonly answers: PublishedSchemas;
}

const checking = new Map<DescriptionName, Checking>();
const checkedQueries = new Map<string, string | null>();

/** Sentences; empty: both are as GitHub publishes them. */
export function problemsOfExchange(exchange: Exchange, name: DescriptionName): readonly string[] {
  if (exchange.path === "/graphql") return problemsOfQuery(exchange.sent);
  if (name !== "api.github.com" && ON_GITHUB_COM_ONLY.test(exchange.path)) return [];
  const { description, requests, answers } = checkingAgainst(name);
  const { method, path } = exchange;
  const operation = findOperation(description, method, path);
  if (operation === null) return [`${name}: ${method} ${path} is no operation of GitHub`];
  const title = `${name}: ${method} ${operation.path}`;
  return [
    ...problemsOfParameters(operation, exchange, requests),
    ...problemsOfBody(operation, exchange, requests),
    ...problemsOfAnswer(operation, exchange, answers),
  ]
    .map((problem) => `${title} ${problem}`)
    .filter((problem) => !UNPUBLISHED.some((known) => known.test(problem)));
}

function checkingAgainst(name: DescriptionName): Checking {
  const found = checking.get(name);
  if (found !== undefined) return found;
  const description = describedBy(name);
  const { document } = description;
  const requests = new PublishedSchemas(document, "whole");
  const begun = { description, requests, answers: new PublishedSchemas(document, "partial") };
  checking.set(name, begun);
  return begun;
}

function problemsOfParameters(
  { method, path, definition }: Operation,
  { query }: Exchange,
  schemas: PublishedSchemas,
): readonly string[] {
  const listed = Array.isArray(definition["parameters"]) ? definition["parameters"] : [];
  const published = listed.map((one: unknown) => schemas.resolve(one)).filter((one) => one["in"] === "query");
  return [...query].flatMap(([key, text]) => {
    const parameter = published.find((one) => one["name"] === key);
    if (parameter === undefined) return [`has no parameter ${key}`];
    const schema = schemas.resolve(parameter["schema"]);
    const value =
      schema["type"] === "integer" ? Number(text) : schema["type"] === "boolean" ? text === "true" : text;
    const problem = schemas.problemOf(`${method} ${path} ${key}`.replaceAll(/[^\w]+/g, "-"), schema, value);
    return problem === null ? [] : [`takes no ${key}=${text}: ${problem}`];
  });
}

function problemsOfBody(
  { method, path, definition }: Operation,
  { sent }: Exchange,
  schemas: PublishedSchemas,
): readonly string[] {
  if (sent === null) return [];
  const schema = jsonSchemaOf(schemas.resolve(definition["requestBody"]));
  if (schema === null) {
    return isJsonObject(sent) && Object.keys(sent).length === 0 ? [] : ["takes no body"];
  }
  const problem = schemas.problemOf(`${method} ${path}`.replaceAll(/[^\w]+/g, "-"), schema, sent);
  return problem === null ? [] : [`takes no body where ${problem}: ${JSON.stringify(sent).slice(0, 300)}`];
}

function problemsOfAnswer(
  { method, path, definition }: Operation,
  { status, answered }: Exchange,
  schemas: PublishedSchemas,
): readonly string[] {
  const responses = isJsonObject(definition["responses"]) ? definition["responses"] : {};
  const published = responses[String(status)];
  if (published === undefined) return OF_EVERY_OPERATION.has(status) ? [] : [`never answers ${status}`];
  const schema = jsonSchemaOf(schemas.resolve(published));
  if (schema === null || answered === null) return [];
  const name = `${method} ${path} ${status}`.replaceAll(/[^\w]+/g, "-");
  const problem = schemas.problemOf(name, schema, answered);
  return problem === null ? [] : [`answers ${status}, and in the counterpart's answer ${problem}`];
}

function jsonSchemaOf(described: JsonObject): JsonObject | null {
  const content = described["content"];
  const json = isJsonObject(content) ? content["application/json"] : undefined;
  const schema = isJsonObject(json) ? json["schema"] : undefined;
  return isJsonObject(schema) ? schema : null;
}

function problemsOfQuery(sent: unknown): readonly string[] {
  const query = isJsonObject(sent) ? sent["query"] : undefined;
  if (typeof query !== "string") return ["POST /graphql without a document"];
  const known = checkedQueries.get(query);
  const problem = known === undefined ? problemOfQuery(query) : known;
  checkedQueries.set(query, problem);
  return problem === null ? [] : [problem];
}

/** null: GitHub's schema has all of it. */
export function problemOfQuery(query: string): string | null {
  try {
    const errors = validateQuery(query);
    return errors.length === 0 ? null : `GraphQL: ${errors.map(({ message }) => message).join("; ")}`;
  } catch (error) {
    return `GraphQL: ${String(error)}`;
  }
}
