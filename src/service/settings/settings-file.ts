/**
 * The YAML file with settings: read as a whole and strictly, each problem by its line and column. The only file of the
 * service that knows the library.
 */
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
import { readSmallFile } from "./small-file.js";

/** Room for a few thousand repositories, and nothing that keeps the parser busy for long. */
const MOST_BYTES = 256 * 1024;

export interface SettingsFile {
  readonly path: string;
  /** What stands at the top, by key; null stands for nothing. */
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
      // The library compares each key with all before it.
      uniqueKeys: false,
      lineCounter: lines,
    });
    const problems = [...new Set(problemsOf(document, at))];
    if (problems.length > 0) return unread(path, problems);
    return entriesOf(path, document, at, read.isReadableByAll);
  } catch {
    // What is nested very deeply ends the library's recursion.
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

/** Not YAML, or YAML that can say other things than it seems to: anchors, tags, several documents, a key given twice. */
function problemsOf(document: Document, at: (offset: number) => string): readonly string[] {
  const problems = [...document.errors, ...document.warnings].map(
    ({ pos: [from], code, message }) =>
      `${at(from)}: ${code === "MULTIPLE_DOCS" ? "a second document begins, and one is expected" : message}`,
  );
  if (problems.length > 0) return problems;
  visit(document, {
    Node: (_key, node) => {
      if (!isScalar(node) && !isCollection(node)) return;
      const place = at(node.range?.[0] ?? 0);
      if (node.anchor !== undefined) problems.push(`${place}: anchors are not read here`);
      if (node.tag !== undefined) problems.push(`${place}: tags are not read here`);
    },
    Alias: (_key, { range }) => {
      problems.push(`${at(range?.[0] ?? 0)}: aliases are not read here`);
    },
    Map: (_key, { items }) => {
      const known = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : "";
        const from = isNode(key) ? (key.range?.[0] ?? 0) : 0;
        if (!isScalar(key)) problems.push(`${at(from)}: expected a name before the colon`);
        else if (known.has(name)) problems.push(`${at(from)}: ${JSON.stringify(name)} is there twice`);
        known.add(name);
      }
    },
  });
  return problems;
}

/** Of the last of the keys that is there. */
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
