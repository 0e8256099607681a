/** Building blocks of the contract's schemas, which read leniently and document exactly. */
import * as z from "zod/mini";
import { MAX_PULL_REQUEST_NUMBER } from "../domain/ids.js";
import { DEFAULT_PRIORITY, MAX_PRIORITY, PRIORITIES, priorityValue } from "../domain/priority.js";
import { canonicalState } from "./states.js";

/** Attaches the documentation for the OpenAPI document. */
export function described<Schema extends z.core.$ZodType>(
  schema: Schema,
  description: string,
  more: Readonly<Record<string, unknown>> = {},
): Schema {
  z.globalRegistry.add(schema, { description, ...more });
  return schema;
}

/** Replaces the generated OpenAPI schema of a schema that accepts more than is documented. */
export function documentedAs(documented: Readonly<Record<string, unknown>>) {
  const override = ({ jsonSchema }: { readonly jsonSchema: { anyOf?: unknown } }) => {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, documented);
  };
  return { override };
}

function transform<Input, Output>(convert: (value: Input) => Output, jsonType: string) {
  return described(z.transform(convert), "", { override: { type: jsonType } });
}

/** One of `values` in any case; documented and returned in the spelling given here. */
export function anyCase<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) {
  const error = `expected one of ${values.join(", ")}`;
  const folded = new Map(values.map((value) => [value.toLowerCase(), value]));
  const known = transform((text: string): string => folded.get(text.toLowerCase()) ?? text, "string");
  return described(z.pipe(z.pipe(z.string({ error }), known), z.enum(values, { error })), description, {
    override: { type: "string", enum: [...values] },
  });
}

/** A state of a reply, in any spelling; an unknown state is kept. */
export function stateIn(values: readonly string[], description: string) {
  return described(z.pipe(z.string(), transform(canonicalState, "string")), description, {
    override: { type: "string", enum: [...values] },
  });
}

/** A state of a request: one of `values`, in any case, snake or camel. */
export function stateOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) {
  const error = `expected one of ${values.join(", ")}`;
  const canonical = transform(canonicalState, "string");
  return described(z.pipe(z.pipe(z.string({ error }), canonical), z.enum(values, { error })), description, {
    override: { type: "string", enum: [...values] },
  });
}

/** A word of a reply; an unknown word is kept. */
export function oneOf(words: readonly string[], description: string) {
  return described(z.string(), description, { override: { type: "string", enum: [...words] } });
}

/** Text of a reply. */
export function onWire(description: string) {
  return described(z.string(), description);
}

/** A moment in a reply. */
export function momentOnWire(description: string) {
  return described(z.string(), `${description} ISO 8601 in UTC.`, { override: { format: "date-time" } });
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/i;

/** A moment in a request, converted to milliseconds since 1970. */
export function momentFrom(description: string) {
  const error = "expected a moment, such as 2026-01-31T12:00:00Z";
  const known = z
    .string({ error })
    .check(
      z.refine((value) => MOMENT.test(value) && !Number.isNaN(Date.parse(value)), { error, abort: true }),
    );
  const milliseconds = transform((value: string) => Date.parse(value), "string");
  return described(z.pipe(known, milliseconds), `${description} ISO 8601.`, {
    override: { format: "date-time" },
  });
}

export function uuid(description: string) {
  const error = "expected a UUID";
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
  return described(z.string({ error }).check(z.regex(form, error)), description);
}

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number, description: string) {
  const error = `expected a whole number from ${least} to ${most}`;
  return described(z.int({ error }).check(z.minimum(least, error), z.maximum(most, error)), description);
}

export function flag(description: string) {
  return described(z.boolean({ error: "expected true or false" }), description);
}

/** Text with at least one character. */
export function text(description: string) {
  const error = "expected text of at least one character";
  return described(z.string({ error }).check(z.minLength(1, error)), description);
}

const MAX_OPTIONAL_TEXT = 4000;

/** Empty: disabled. */
export function optionalText(description: string) {
  const error = `expected text of at most ${MAX_OPTIONAL_TEXT} characters, or an empty one`;
  return described(z.string({ error }).check(z.maxLength(MAX_OPTIONAL_TEXT, error)), description);
}

const MAX_SHORT_TEXT = 500;

export function shortText(description: string) {
  const error = `expected text of at most ${MAX_SHORT_TEXT} characters`;
  return described(z.string({ error }).check(z.maxLength(MAX_SHORT_TEXT, error)), description);
}

export function texts(description: string) {
  return described(
    z.array(z.string({ error: "expected text" }), { error: "expected a list of texts" }),
    description,
  );
}

/** A pull request's number: a whole number or a string of digits. */
export const pullRequestNumberOnWire = (() => {
  const error = `expected a whole number from 1 to ${MAX_PULL_REQUEST_NUMBER}`;
  const schema = z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^[1-9][0-9]{0,9}$/, error))], { error }),
    transform((value: number | string) => Number(value), "integer"),
  );
  const inRange = z.int({ error }).check(z.minimum(1, error), z.maximum(MAX_PULL_REQUEST_NUMBER, error));
  return described(
    z.pipe(schema, inRange),
    "Number of the pull request. A string of digits is accepted.",
    documentedAs({ type: "integer", minimum: 1, maximum: MAX_PULL_REQUEST_NUMBER }),
  );
})();

/** A priority as a number, a name in any case, or a string of digits; null and absent mean the default. */
export const priorityOnWire = (() => {
  const names = Object.keys(PRIORITIES).join(", ");
  const error = `expected a whole number from 0 to ${MAX_PRIORITY}, or one of ${names}`;
  const known = z
    .union([z.number(), z.string()], { error })
    .check(z.refine((value) => priorityValue(value) !== undefined, { error, abort: true }));
  const valued = z.pipe(
    known,
    transform((value: number | string) => priorityValue(value) ?? 0, "integer"),
  );
  return described(
    z.nullable(valued),
    `Lower values go first: 0 to ${MAX_PRIORITY}, or ${names}. Requires the scope priority in addition.`,
    documentedAs({
      anyOf: [
        { type: "integer", minimum: 0, maximum: MAX_PRIORITY },
        { type: "string", enum: Object.keys(PRIORITIES) },
        { type: "null" },
      ],
      default: DEFAULT_PRIORITY,
    }),
  );
})();
