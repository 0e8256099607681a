/**
 * Reads an answer as the contract describes it, no more strictly than needed: the fields that the endpoint needs must
 * be valid, other fields may be missing, and unknown fields pass through. Loaded when needed.
 */
import * as z from "zod/mini";
import { ENDPOINT_FACTS, type EndpointName } from "../contract/endpoint-facts.js";
import { endpoints, type ReadReplyOf } from "../contract/endpoints.js";
import { isRecord } from "../domain/is-record.js";
import { beginningOf } from "../domain/words.js";
import type { Understood } from "./attempt.js";

export function conforming<Name extends EndpointName>(
  name: Name,
  body: unknown,
): Understood<ReadReplyOf<Name>> {
  const reading = new Reading();
  const value = reading.read(endpoints[name].response, body, "");
  const problem = reading.problems.get("") ?? problemOfNeeded(name, value, reading.problems);
  if (problem !== undefined) return { ok: false, problem };
  if (!isReadReply(name, value)) return { ok: false, problem: "it does not match the contract" };
  const leftOut = [...reading.problems.values()].join("; ");
  return leftOut === "" ? { ok: true, value } : { ok: true, value, leftOut: beginningOf(leftOut, 1000) };
}

/** Every present field has been compared with the contract, so a needed field only has to be present. */
function isReadReply<Name extends EndpointName>(name: Name, value: unknown): value is ReadReplyOf<Name> {
  const needs: readonly string[] = ENDPOINT_FACTS[name].needs ?? [];
  return needs.length === 0 || (isRecord(value) && needs.every((field) => value[field] !== undefined));
}

function problemOfNeeded(
  name: EndpointName,
  value: unknown,
  problems: ReadonlyMap<string, string>,
): string | undefined {
  for (const field of ENDPOINT_FACTS[name].needs ?? []) {
    if (isRecord(value) && value[field] === undefined) {
      return problems.get(field) ?? `its field ${field} is missing`;
    }
  }
  return undefined;
}

/** Stands for a value whose type differs from the contract's. */
const OTHER_TYPE = Symbol("other type");

class Reading {
  /** Values of a wrong type, by their place in the answer; once for all elements of a list. */
  readonly problems = new Map<string, string>();

  /** The value with states in their canonical spelling, and without values of a wrong type. */
  read(schema: z.core.$ZodType, value: unknown, place: string): unknown {
    if (schema instanceof z.ZodMiniOptional) return this.read(schema.def.innerType, value, place);
    if (schema instanceof z.ZodMiniNullable) {
      return value === null ? null : this.read(schema.def.innerType, value, place);
    }
    if (schema instanceof z.ZodMiniObject) return this.#readObject(schema, value, place);
    if (schema instanceof z.ZodMiniArray && schema.def.element instanceof z.ZodMiniObject) {
      return this.#readObjects(schema.def.element, value, place);
    }
    return this.#readLeaf(schema, value, place);
  }

  #readObject(schema: z.ZodMiniObject, value: unknown, place: string): unknown {
    if (!isRecord(value)) return this.#otherType(place, "an object");
    const known = Object.entries(schema.shape).map(([key, inner]) => {
      const given = value[key];
      const isAbsent = given === undefined || (given === null && !mayBeNull(inner));
      const read = isAbsent ? undefined : this.read(inner, given, place === "" ? key : `${place}.${key}`);
      return [key, read === OTHER_TYPE ? undefined : read] as const;
    });
    const fields = { ...value, ...Object.fromEntries(known) };
    return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
  }

  /** An element that is not an object keeps its place, since the order of a list matters. */
  #readObjects(schema: z.ZodMiniObject, value: unknown, place: string): unknown {
    if (!Array.isArray(value)) return this.#otherType(place, "a list");
    return value.map((element: unknown) => {
      const read = this.#readObject(schema, element, `${place}[]`);
      return read === OTHER_TYPE ? {} : read;
    });
  }

  /** A string or a number that the contract does not know passes through unchanged. */
  #readLeaf(schema: z.core.$ZodType, value: unknown, place: string): unknown {
    const read = z.safeParse(schema, value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return issue?.code === "invalid_type" ? this.#otherType(place, expectedBy(issue)) : value;
  }

  #otherType(place: string, expected: string): typeof OTHER_TYPE {
    const what = place === "" ? "the whole answer" : `its field ${place}`;
    this.problems.set(place, `${what}: expected ${expected}`);
    return OTHER_TYPE;
  }
}

function mayBeNull(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodMiniOptional) return mayBeNull(schema.def.innerType);
  return schema instanceof z.ZodMiniNullable;
}

function expectedBy(issue: z.core.$ZodIssueInvalidType): string {
  // When a module has set messages for all schemas of the process, as an OpenAPI writer does, its message is used.
  return issue.message.startsWith("Invalid input")
    ? issue.expected.replace(/^(?=[aeiou])/, "an ").replace(/^(?!an )/, "a ")
    : issue.message.replace(/^expected /, "");
}
