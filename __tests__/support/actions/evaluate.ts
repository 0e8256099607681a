/** Evaluates expressions and templates of a workflow with GitHub's own parser and evaluator. */
import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import {
  isBasicExpression,
  isBoolean,
  isMapping,
  isNumber,
  isSequence,
  isString,
} from "@actions/workflow-parser";
import type { TemplateToken } from "@actions/workflow-parser/templates/tokens/template-token";

import { isJsonObject } from "../json-object.js";

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions */
export interface JobStatus {
  readonly success: boolean;
  readonly failure: boolean;
  readonly cancelled: boolean;
}

export interface Scope {
  readonly contexts: Readonly<Record<string, Value>>;
  readonly status: JobStatus;
}

export const ALL_WELL: JobStatus = { success: true, failure: false, cancelled: false };

export function evaluate(expression: string, { contexts, status }: Scope): Value {
  const named = Object.entries({ ...status, always: true });
  const functions = named.map(([name, is]) => {
    return { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(is) };
  });
  const parser = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions);
  const known: unknown = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(known instanceof data.Dictionary)) throw new Error("the contexts are no dictionary");
  const byName = new Map(functions.map((one) => [one.name, one]));
  const result = new Evaluator(parser.parse(), known, byName).evaluate();
  const plain: unknown = JSON.parse(JSON.stringify(result, data.replacer));
  return valueOf(plain);
}

function valueOf(plain: unknown): Value {
  if (plain === null || typeof plain === "string" || typeof plain === "number") return plain;
  if (typeof plain === "boolean") return plain;
  if (Array.isArray(plain)) return plain.map(valueOf);
  return isJsonObject(plain)
    ? Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, valueOf(one)]))
    : null;
}

/** The value of a part of a workflow file, with its expressions evaluated; null: the part is not there. */
export function resolve(token: TemplateToken | undefined, scope: Scope): Value {
  if (token === undefined) return null;
  if (isBasicExpression(token)) return evaluate(token.expression, scope);
  if (isString(token) || isNumber(token) || isBoolean(token)) return token.value;
  if (isSequence(token)) return Array.from({ length: token.count }, (_, at) => resolve(token.get(at), scope));
  if (!isMapping(token)) return null;
  const members = Array.from({ length: token.count }, (_, at) => token.get(at));
  return Object.fromEntries(
    members.map(({ key, value }) => [textOf(resolve(key, scope)), resolve(value, scope)]),
  );
}

export function textOf(value: Value): string {
  return value === null || typeof value === "object" ? "" : String(value);
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#operators */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false && value !== 0 && value !== "";
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function membersOf(value: Value): Readonly<Record<string, Value>> {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}
