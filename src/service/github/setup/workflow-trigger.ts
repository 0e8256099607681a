/**
 * Adds the trigger for test branches to the text of a workflow. Only the trigger's own lines change: comments, order and
 * quotes of the file remain, because the text is edited at the places that the YAML parser reports.
 */
import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml";
import { member, namesOf } from "./read-workflow.js";

export type TriggerChange =
  /** The workflow runs on test branches already, or does not run for pull requests. */
  | { readonly kind: "none" }
  | { readonly kind: "changed"; readonly text: string }
  /** A person has to edit the file; `why` is a clause. */
  | { readonly kind: "byHand"; readonly why: string };

/** Types of `pull_request` without which a workflow does not test new commits. */
const TESTING_TYPES = ["opened", "synchronize", "reopened"];

export function addPushTrigger(text: string, pattern: string): TriggerChange {
  const before = triggersIn(text);
  if (before === null) return { kind: "byHand", why: "it is not valid YAML with one key `on`" };
  if (!testsPullRequests(before.events) || runsOn(before.events, pattern)) return { kind: "none" };
  if (isDefined(optionsOf(before.events, "push"), "branches-ignore")) {
    return { kind: "byHand", why: "its `push` has `branches-ignore`, which excludes `branches`" };
  }
  const changed = withPush(text, before.node, pattern);
  return changed !== null && isOnlyThat(text, changed, pattern)
    ? { kind: "changed", text: changed }
    : { kind: "byHand", why: "its `on` is written in an unusual form" };
}

interface Triggers {
  readonly node: unknown;
  /** A name, a list of names, or a map by name. */
  readonly events: unknown;
  /** Everything else in the file. */
  readonly rest: object;
}

function triggersIn(text: string): Triggers | null {
  try {
    const document = parseDocument(text, { logLevel: "silent" });
    if (document.errors.length > 0 || !isMap(document.contents)) return null;
    const pair = document.contents.items.find(({ key }) => isScalar(key) && key.value === "on");
    const whole: unknown = document.toJS({ maxAliasCount: 100 });
    if (pair === undefined || typeof whole !== "object" || whole === null) return null;
    return { node: pair.value, events: member(whole, "on"), rest: { ...whole, on: null } };
  } catch {
    // An alias without an anchor, too many aliases, or nesting that is too deep.
    return null;
  }
}

function optionsOf(events: unknown, name: string): unknown {
  return Array.isArray(events) ? null : member(events, name);
}

function testsPullRequests(events: unknown): boolean {
  if (!namesOf(events).includes("pull_request")) return false;
  const types = listOf(member(optionsOf(events, "pull_request"), "types"));
  return types.length === 0 || types.some((type) => TESTING_TYPES.includes(String(type)));
}

function runsOn(events: unknown, pattern: string): boolean {
  if (!namesOf(events).includes("push")) return false;
  const push = optionsOf(events, "push");
  if (typeof push !== "object" || push === null) return true;
  const ignored = listOf(member(push, "branches-ignore"));
  if (ignored.length > 0) return !ignored.includes("**") && !ignored.includes(pattern);
  if (!isDefined(push, "branches")) return !isDefined(push, "tags") && !isDefined(push, "tags-ignore");
  return listOf(member(push, "branches")).some((each) => each === "**" || each === pattern);
}

/** Null where the form is not supported. */
function withPush(text: string, node: unknown, pattern: string): string | null {
  const quoted = JSON.stringify(pattern);
  if (isMap(node)) {
    const push = node.items.find(({ key }) => isScalar(key) && key.value === "push");
    if (push === undefined) return withFirst(text, node, "push", `branches: [${quoted}]`);
    if (!isMap(push.value)) return null;
    const branches = push.value.items.find(({ key }) => isScalar(key) && key.value === "branches");
    if (branches === undefined) return withFirst(text, push.value, "branches", `[${quoted}]`);
    return withItem(text, branches.value, quoted);
  }
  const range = isScalar(node) || isSeq(node) ? node.range : null;
  if (range === null || range === undefined) return null;
  const [start, end] = range;
  // The range of a list in lines includes the last line break.
  const written = text.slice(start, end).trimEnd();
  if (/[#&*!]/.test(written)) return null;
  const names = isScalar(node) ? [node.value] : isSeq(node) ? node.toJSON() : [];
  const lines = listOf(names).map((name) => `\n  ${String(name)}:`);
  const head = text.slice(0, start).replace(/\s+$/, "");
  return `${head}${lines.join("")}\n  push:\n    branches: [${quoted}]${text.slice(start + written.length)}`;
}

/** Adds a key before the others of a map. */
function withFirst(text: string, map: YAMLMap, key: string, value: string): string | null {
  if (map.range === null || map.range === undefined) return null;
  const [start] = map.range;
  if (map.flow === true) {
    const isEmpty = map.items.length === 0;
    const written = key === "push" ? `{ ${value} }` : value;
    return `${text.slice(0, start)}{ ${key}: ${written}${isEmpty ? " " : ","}${text.slice(start + 1)}`;
  }
  const indent = " ".repeat(columnOf(text, start));
  const written = key === "push" ? `\n${indent}  ${value}` : ` ${value}`;
  return `${text.slice(0, start)}${key}:${written}\n${indent}${text.slice(start)}`;
}

/** Adds an item after the others of `branches`. */
function withItem(text: string, branches: unknown, quoted: string): string | null {
  if (isScalar(branches) && typeof branches.value === "string" && branches.range) {
    const [start, end] = branches.range;
    return `${text.slice(0, start)}[${text.slice(start, end)}, ${quoted}]${text.slice(end)}`;
  }
  if (!isSeq(branches) || !branches.range) return null;
  const last = branches.items.at(-1);
  const [start] = branches.range;
  if (last === undefined) return `${text.slice(0, start)}[${quoted}${text.slice(start + 1)}`;
  if (!isScalar(last) || !last.range) return null;
  const [, end] = last.range;
  if (branches.flow === true) return `${text.slice(0, end)}, ${quoted}${text.slice(end)}`;
  const newline = text.indexOf("\n", end);
  const at = newline === -1 ? text.length : newline;
  return `${text.slice(0, at)}\n${" ".repeat(columnOf(text, start))}- ${quoted}${text.slice(at)}`;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

/** Whether the new text has the trigger, and differs from the old one in nothing else. */
function isOnlyThat(before: string, after: string, pattern: string): boolean {
  const [old, now] = [triggersIn(before), triggersIn(after)];
  if (old === null || now === null || !runsOn(now.events, pattern)) return false;
  const others = (events: unknown) => new Set(namesOf(events).filter((name) => name !== "push"));
  const kept = [...others(old.events)].every((name) =>
    isDeepStrictEqual(
      optionsOf(old.events, String(name)) ?? null,
      optionsOf(now.events, String(name)) ?? null,
    ),
  );
  const oldBranches = listOf(member(optionsOf(old.events, "push"), "branches"));
  const newBranches = listOf(member(optionsOf(now.events, "push"), "branches"));
  return (
    kept &&
    isDeepStrictEqual(others(old.events), others(now.events)) &&
    isDeepStrictEqual(newBranches, [...oldBranches, pattern]) &&
    isDeepStrictEqual(old.rest, now.rest)
  );
}

function isDefined(value: unknown, name: string): boolean {
  return member(value, name) !== undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}
