/**
 * Reads the YAML file with settings strictly, and reports each problem with its line and column. The only file of the
 * service that imports the YAML library.
 */

import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";

/** Large enough for a few thousand repositories, small enough to parse quickly. */
const MOST_BYTES = 256 * 1024;

export interface SettingsFile {
  readonly path: string;
  /** The top-level values by key; null for a key without a value. */
  readonly entries: ReadonlyMap<string, unknown>;
  readonly problems: readonly string[];
  readonly isReadableByAll: boolean;
  /** `path:line:column` of a key, or of an item of a list. */
  place(keys: readonly string[]): string;
}

export function readSettingsFile(path: string): SettingsFile {
  const read = readSmallFile(path, MOST_BYTES);
  if (!read.ok) return unread(path, [`${path}${read.at}: ${read.problem}`]);
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${path}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  try {
    const document = parseDocument(read.text, {
      logLevel: "error",
      prettyErrors: false,
      // The library's check is quadratic; `problemsOf` does it.
      uniqueKeys: false,
      lineCounter: lines,
    });
    const problems = [...new Set(problemsOf(document, at))];
    if (problems.length > 0) return unread(path, problems);
    return entriesOf(path, document, at, read.isReadableByAll);
  } catch {
    // Very deep nesting overflows the library's recursion.
    return unread(path, [`${path}: cannot be read as YAML: it is nested too deeply`]);
  }
}

function entriesOf(
  path: string,
  document: Document,
  at: (offset: number) => string,
  isReadableByAll: boolean,
): SettingsFile {
  const value: unknown = document.toJS();
  if (value !== null && !isMap(document.contents)) {
    return unread(path, [`${at(0)}: expected settings, such as "listen: 127.0.0.1:8080"`]);
  }
  return {
    path,
    entries: new Map(Object.entries(value ?? {})),
    problems: [],
    isReadableByAll,
    place: (keys) => at(offsetOf(document.contents, keys)),
  };
}

function unread(path: string, problems: readonly string[]): SettingsFile {
  return { path, entries: new Map(), problems, isReadableByAll: false, place: () => path };
}

/** Rejects invalid YAML, and YAML that can mislead readers: anchors, tags, several documents, duplicate keys. */
function problemsOf(document: Document, at: (offset: number) => string): readonly string[] {
  const problems = [...document.errors, ...document.warnings].map(
    ({ pos: [from], code, message }) =>
      `${at(from)}: ${code === "MULTIPLE_DOCS" ? "a second document begins here; expected only one" : message}`,
  );
  if (problems.length > 0) return problems;
  visit(document, {
    Node: (_key, node) => {
      if (!isScalar(node) && !isCollection(node)) return;
      const place = at(node.range?.[0] ?? 0);
      if (node.anchor !== undefined) problems.push(`${place}: anchors are not supported here`);
      if (node.tag !== undefined) problems.push(`${place}: tags are not supported here`);
    },
    Alias: (_key, { range }) => {
      problems.push(`${at(range?.[0] ?? 0)}: aliases are not supported here`);
    },
    Map: (_key, { items }) => {
      const known = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : "";
        const from = isNode(key) ? (key.range?.[0] ?? 0) : 0;
        if (!isScalar(key)) problems.push(`${at(from)}: expected a name before the colon`);
        else if (known.has(name)) problems.push(`${at(from)}: ${JSON.stringify(name)} is given twice`);
        known.add(name);
      }
    },
  });
  return problems;
}

/** The offset of the deepest key of the path that exists. */
function offsetOf(root: unknown, keys: readonly string[]): number {
  let [node, offset] = [root, 0];
  for (const key of keys) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (pair === undefined) return offset;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      if (isNode(node)) offset = node.range?.[0] ?? offset;
    }
  }
  return offset;
}

type SmallFile =
  | {
      readonly ok: true;
      readonly text: string;
      readonly isReadableByAll: boolean;
      readonly isReadableByGroup: boolean;
    }
  /** `at` is `:line:column`, or empty when the problem has no such place. */
  | { readonly ok: false; readonly problem: string; readonly at: string };

/** Reads a file that an operator names, up to a size limit. A failure has a sentence for the operator. */
export function readSmallFile(path: string, mostBytes: number): SmallFile {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, a pipe without a writer would block.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return no("is not a regular file");
    if (stats.size > mostBytes) return no(`has more than ${mostBytes / 1024} KiB`);
    const bytes = readFileSync(descriptor);
    if (bytes.length > mostBytes) return no(`has more than ${mostBytes / 1024} KiB`);
    const text = bytes.toString("utf8");
    const wrong = firstDifference(bytes, Buffer.from(text));
    if (wrong !== null) return no("is not UTF-8", placeOf(bytes.subarray(0, wrong).toString("utf8")));
    const [isReadableByAll, isReadableByGroup] = [(stats.mode & 0o004) !== 0, (stats.mode & 0o040) !== 0];
    return { ok: true, text, isReadableByAll, isReadableByGroup };
  } catch (error) {
    // Not `instanceof Error`: a platform error may come from another realm.
    const isSystem = typeof error === "object" && error !== null && "code" in error;
    return no(
      `cannot be read (${isSystem ? String(error.code) : "unknown failure"}); check the path and its permissions`,
    );
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function no(problem: string, at = ""): SmallFile {
  return { ok: false, problem, at };
}

function firstDifference(one: Buffer, other: Buffer): number | null {
  if (one.equals(other)) return null;
  const index = one.findIndex((byte, place) => other[place] !== byte);
  return index < 0 ? one.length : index;
}

function placeOf(before: string): string {
  const lines = before.split("\n");
  return `:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}
