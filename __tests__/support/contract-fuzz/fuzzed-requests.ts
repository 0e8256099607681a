/** Requests of every kind: what the document allows, that with one thing wrong, and what nobody would send. */
import fc from "fast-check";
import { isJsonObject, type JsonObject } from "../json-object.js";
import { TOKEN } from "./fuzzed-world.js";
import { valuesOf } from "./schema-values.js";

export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const HEADERS = { "content-type": "application/json", "x-api-token": TOKEN };

const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 4_294_967_296, "", " ", "0", "01", "1e3", [], {}, [
    [],
  ]),
  fc.constantFrom(
    "\ud800",
    "\u0000",
    "../..",
    "a\nb",
    "-o",
    "'; drop table queues; --",
    "__proto__",
    "<script>",
  ),
  fc.constantFrom(
    "x".repeat(70_000),
    "é".repeat(3000),
    "ALL",
    "IMPACTS_ALL",
    "NOT_READY",
    "notReady",
    "SWITCHING_MODES",
  ),
  fc.constant(JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}')),
  fc.integer({ min: 1, max: 60 }).map((depth): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth))),
  fc.array(fc.integer(), { minLength: 50, maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** One place of a request, and what becomes of it there. */
function damaged(value: unknown, [where, how]: readonly [number, unknown]): unknown {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return how;
  const names = Object.keys(value);
  const name = names[where % names.length] ?? "";
  switch (where % 5) {
    case 0:
      return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    case 1:
      return { ...value, [`${name}x`]: how };
    case 2:
      return { ...value, [name.toUpperCase()]: how };
    case 3:
      return { ...value, [name]: damaged(value[name], [where >> 3, how]) };
    default:
      return { ...value, [name]: how };
  }
}

const BROKEN_TEXTS = fc.constantFrom(
  "",
  "{",
  "}",
  "[]",
  "null",
  '{"repo":',
  "\ufeff{}",
  "{}{}",
  "{'a':1}",
  '"a"',
  "NaN",
);

const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { "x-api-token": "" },
  { "x-api-token": "wrong" },
  { "x-api-token": `${TOKEN} ` },
  { "x-api-token": "é".repeat(50) },
  { "x-api-token": "x".repeat(9000) },
  { "x-forked-workflow-run-id": "17" },
  { "x-api-token": "", "x-forked-workflow-run-id": "17" },
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "application/problem+json" },
  { "content-type": "application/json, text/plain" },
  { "content-type": "" },
  { "content-encoding": "gzip" },
  { "content-encoding": "identity" },
  { "transfer-encoding": "chunked" },
  { accept: "text/html" },
  { "x-source": "terraform", "user-agent": "OpenTofu/1.9" },
  { traceparent: "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-zz" },
  { "x-request-id": "\u00ff".repeat(200) },
  { "x-http-method-override": "DELETE", forwarded: 'for="' },
  { cookie: "a=b; ".repeat(200) },
  { expect: "100-continue" },
  { range: "bytes=0-0", "if-none-match": "*" },
  { origin: "https://evil.example", "access-control-request-method": "POST" },
];

/** Each comes from an address of its own, so that one that fails to name its token locks nobody else out. */
const addresses = fc.ipV4().map((address) => ({ "x-forwarded-for": address }));

const headers = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.constant({}), weight: 85 },
      { arbitrary: fc.constantFrom(...ODD_HEADERS), weight: 15 },
    ),
    addresses,
  )
  .map(([odd, address]) => ({ ...HEADERS, ...address, ...odd }));

const oddPaths = fc.oneof(
  fc.constantFrom(
    "/",
    "/v1",
    "/v1/",
    "//v1//getQueue",
    "/v1/getqueue",
    "/v1/getQueue/",
    "/v1/getQueue?x=1",
    "/v1/%67etQueue",
  ),
  fc.constantFrom(
    "/v1/..%2f..%2fetc",
    "/v1/__proto__",
    "/healthz",
    "/openapi.json",
    "/v1/openapi.json",
    "/v1/%",
    "/v1/%ff%fe",
  ),
  fc.string({ maxLength: 60 }).map((text) => `/${encodeURI(text.toWellFormed()).replaceAll("#", "%23")}`),
);

/** By endpoint as the document has them; every one as often as the others. */
export function fuzzedRequests(document: JsonObject): fc.Arbitrary<FuzzedRequest> {
  const paths = isJsonObject(document["paths"]) ? document["paths"] : {};
  const ofEndpoints = Object.entries(paths).map(([path, methods]) => {
    const operation = isJsonObject(methods) ? (methods["post"] ?? methods["get"]) : undefined;
    if (!isJsonObject(operation)) throw new Error(`${path} has no operation`);
    return operation["requestBody"] === undefined
      ? asQuestion(`/v1${path}`)
      : withBody(`/v1${path}`, valuesOf(bodySchema(operation), document));
  });
  const odd = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND"),
    path: fc.oneof(oddPaths, fc.constantFrom(...Object.keys(paths).map((path) => `/v1${path}`))),
    headers,
    body: fc.constant(null),
  });
  return fc.oneof({ arbitrary: fc.oneof(...ofEndpoints), weight: 95 }, { arbitrary: odd, weight: 5 });
}

function bodySchema(operation: JsonObject): unknown {
  const steps = ["requestBody", "content", "application/json", "schema"];
  return steps.reduce<unknown>((here, step) => (isJsonObject(here) ? here[step] : undefined), operation);
}

function withBody(path: string, valid: fc.Arbitrary<unknown>): fc.Arbitrary<FuzzedRequest> {
  const body = fc.oneof(
    { arbitrary: valid.map((value) => JSON.stringify(value)), weight: 50 },
    {
      arbitrary: fc
        .tuple(valid, fc.nat(), HOSTILE)
        .map(([value, at, how]) => JSON.stringify(damaged(value, [at, how]))),
      weight: 40,
    },
    { arbitrary: HOSTILE.map((value) => JSON.stringify(value)), weight: 5 },
    { arbitrary: BROKEN_TEXTS, weight: 3 },
    { arbitrary: fc.string({ unit: "binary", maxLength: 200 }), weight: 2 },
  );
  return fc.record({ method: fc.constant("POST"), path: fc.constant(path), headers, body });
}

function asQuestion(path: string): fc.Arbitrary<FuzzedRequest> {
  const value = fc.oneof(
    fc.constantFrom("octo/mono", "github.com", "octo", "a/b/c", "", "/"),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const query = fc.dictionary(fc.constantFrom("repo", "repoHost", "x"), value, { maxKeys: 3 });
  return fc.record({
    method: fc.constant("GET"),
    path: query.map((asked) => `${path}?${new URLSearchParams(asked).toString()}`),
    headers,
    body: fc.constant(null),
  });
}
