/** Values that a JSON schema of the OpenAPI document allows, drawn by fast-check; names of things that exist among them. */
import fc from "fast-check";
import { isJsonObject, type JsonObject } from "../json-object.js";
import { BRANCHES, PULL_REQUESTS, REPOSITORY } from "./fuzzed-world.js";
import { sha1 } from "./instant-git.js";

const pullRequests = fc.integer({ min: 1, max: PULL_REQUESTS });

/** What is worth saying where a property has this name: mostly something that there is. */
const KNOWN: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  repo: fc.constant(REPOSITORY),
  targetBranch: fc.constantFrom(...BRANCHES, "main", "main", "main", "none"),
  number: fc.oneof(pullRequests, pullRequests.map(String)),
  branch: fc.constantFrom(...BRANCHES, "none"),
  sha: pullRequests.map((number) => sha1(`head ${number}`)),
  testRunId: fc
    .nat(400)
    .map((counter) => `00000000-0000-8000-8000-${counter.toString(16).padStart(12, "0")}`),
  cursor: fc.nat(400).map((counter) => `00000000-0000-8000-8000-${counter.toString(16).padStart(12, "0")}`),
};
const KNOWN_PER_MILLE = 900;

const MOMENTS = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((at) => new Date(at).toISOString());

export function valuesOf(schema: unknown, document: JsonObject): fc.Arbitrary<unknown> {
  if (!isJsonObject(schema)) return fc.constant({});
  const { type, enum: words, anyOf, $ref: ref } = schema;
  if (typeof ref === "string") return valuesOf(referred(ref, document), document);
  if (Array.isArray(words)) return fc.constantFrom(...words.map((word: unknown) => word));
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => valuesOf(one, document)));
  switch (type) {
    case "object":
      return objectsOf(schema, document);
    case "array":
      return fc.array(valuesOf(schema["items"], document), { maxLength: 6 });
    case "integer":
    case "number":
      return fc.integer({
        min: numberIn(schema["minimum"], 0),
        max: numberIn(schema["maximum"], 0xffff_ffff),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return textsOf(schema);
  }
}

function textsOf(schema: JsonObject): fc.Arbitrary<string> {
  if (schema["format"] === "date-time") return MOMENTS;
  if (typeof schema["pattern"] === "string") return fc.uuid();
  return fc.string({ unit: "grapheme", minLength: numberIn(schema["minLength"], 0), maxLength: 40 });
}

function objectsOf(schema: JsonObject, document: JsonObject): fc.Arbitrary<unknown> {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const alternatives = Array.isArray(schema["oneOf"]) ? schema["oneOf"].map(requiredBy) : [[]];
  const required = requiredBy(schema);
  const named = Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, namedValues(name, valuesOf(inner, document))]),
  );
  const onlyOneOf = new Set(alternatives.flat());
  return fc.oneof(
    ...alternatives.map((alternative) => {
      const wanted = Object.entries(named).filter(
        ([name]) => !onlyOneOf.has(name) || alternative.includes(name),
      );
      return fc.record(Object.fromEntries(wanted), { requiredKeys: [...required, ...alternative] });
    }),
  );
}

function namedValues(name: string, allowed: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const known = KNOWN[name];
  if (known === undefined) return allowed;
  return fc.oneof(
    { arbitrary: known, weight: KNOWN_PER_MILLE },
    { arbitrary: allowed, weight: 1000 - KNOWN_PER_MILLE },
  );
}

function requiredBy(schema: unknown): readonly string[] {
  if (!isJsonObject(schema) || !Array.isArray(schema["required"])) return [];
  return schema["required"].map(String);
}

function referred(ref: string, document: JsonObject): unknown {
  let here: unknown = document;
  for (const step of ref.replace(/^#\//, "").split("/")) here = isJsonObject(here) ? here[step] : undefined;
  return here;
}

function numberIn(value: unknown, fallback: number): number {
  return typeof value === "number" ? value : fallback;
}
