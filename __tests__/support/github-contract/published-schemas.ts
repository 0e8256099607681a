/**
 * Turns schemas of GitHub's description into validators. A closed one also refuses members that GitHub does not publish,
 * and a partial one takes an object without some of its members, as the counterpart of GitHub shortens them.
 */
import { Ajv2019 } from "ajv/dist/2019.js";
import { isJsonObject, type JsonObject } from "../json-object.js";

/** What an object may lack: in a request, nothing that GitHub demands. */
export type Completeness = "whole" | "partial";

const COMPOSED = ["allOf", "anyOf", "oneOf"] as const;
/** For people, or formats whose names Ajv does not know. */
const DROPPED = new Set(["description", "example", "examples", "format", "deprecated", "title", "default"]);

export class PublishedSchemas {
  readonly #document: JsonObject;
  readonly #completeness: Completeness;
  readonly #ajv = new Ajv2019({
    strict: false,
    allErrors: false,
    validateFormats: false,
    coerceTypes: false,
  });
  readonly #added = new Set<string>();

  constructor(document: JsonObject, completeness: Completeness) {
    this.#document = document;
    this.#completeness = completeness;
  }

  /** What is wrong with a value, in one line; null: nothing. `name` tells apart schemas that stand in operations. */
  problemOf(name: string, schema: JsonObject, value: unknown): string | null {
    const validate =
      this.#ajv.getSchema(name) ?? this.#ajv.compile({ ...this.#converted(schema, true), $id: name });
    if (validate(value) === true) return null;
    const [error] = validate.errors ?? [];
    const member: unknown = error?.params["unevaluatedProperty"];
    const what = typeof member === "string" ? `has the unpublished member ${member}` : error?.message;
    return `${error?.instancePath || "it"} ${what ?? "does not conform"}`;
  }

  /** The schema behind a reference of the document, such as `#/components/responses/forbidden`. */
  resolve(value: unknown): JsonObject {
    if (!isJsonObject(value)) return {};
    const reference = value["$ref"];
    if (typeof reference !== "string") return value;
    const found = reference
      .slice("#/".length)
      .split("/")
      .reduce<unknown>((at, step) => (isJsonObject(at) ? at[step] : undefined), this.#document);
    return this.resolve(found);
  }

  #converted(schema: JsonObject, isClosed: boolean): JsonObject {
    const reference = schema["$ref"];
    if (typeof reference === "string") return { $ref: this.#add(reference, isClosed) };
    const converted: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (!DROPPED.has(key) && !key.startsWith("x-")) converted[key] = this.#convertedMember(key, value);
    }
    if (this.#completeness === "partial") loosen(converted);
    const isFree = !hasMembers(converted);
    if (isFree && isOfObjects(converted)) converted["additionalProperties"] ??= true;
    if (isClosed && !isFree) converted["unevaluatedProperties"] ??= false;
    return converted["nullable"] === true ? admittingNull(converted) : converted;
  }

  #convertedMember(key: string, value: unknown): unknown {
    if (key === "properties" && isJsonObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          isJsonObject(one) ? this.#converted(one, true) : one,
        ]),
      );
    }
    if (COMPOSED.some((one) => one === key) && Array.isArray(value)) {
      return value.map((one: unknown) => (isJsonObject(one) ? this.#converted(one, false) : one));
    }
    const isSchema = key === "items" || key === "additionalProperties" || key === "not";
    return isSchema && isJsonObject(value) ? this.#converted(value, true) : value;
  }

  /** Adds the named schema, and returns its id. */
  #add(reference: string, isClosed: boolean): string {
    const id = `${reference.split("/").at(-1) ?? ""}${isClosed ? "" : "--open"}.json`;
    if (!this.#added.has(id)) {
      this.#added.add(id);
      this.#ajv.addSchema({ ...this.#converted(this.resolve({ $ref: reference }), isClosed), $id: id });
    }
    return id;
  }
}

/** Without its members, an object may fit several of the alternatives. */
function loosen(schema: Record<string, unknown>): void {
  delete schema["required"];
  if (!Array.isArray(schema["oneOf"])) return;
  schema["anyOf"] = schema["oneOf"];
  delete schema["oneOf"];
}

/** OpenAPI 3.0 writes `nullable` also beside `allOf` and `enum`, where JSON Schema has no such word. */
function admittingNull(nullable: JsonObject): JsonObject {
  const { nullable: _, ...schema } = nullable;
  return { anyOf: [schema, { type: "null" }] };
}

function hasMembers(schema: Record<string, unknown>): boolean {
  return schema["properties"] !== undefined || COMPOSED.some((key) => schema[key] !== undefined);
}

function isOfObjects({ type }: Record<string, unknown>): boolean {
  return type === "object" || (Array.isArray(type) && type.includes("object"));
}
