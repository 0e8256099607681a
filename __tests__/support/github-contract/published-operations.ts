/**
 * START HERE: GitHub's published description of its REST API, and the operation that a request means. A description is
 * read once, when the first request is looked up.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../json-object.js";

/** github.com, and the oldest Enterprise Server of the package that the service supports. */
export const DESCRIPTIONS = ["api.github.com", "ghes-3.17"] as const;
export type DescriptionName = (typeof DESCRIPTIONS)[number];

export interface Description {
  readonly name: DescriptionName;
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly method: string;
  /** As published, such as `/repos/{owner}/{repo}/pulls/{pull_number}`. */
  readonly path: string;
  readonly definition: JsonObject;
  readonly pattern: RegExp;
}

const METHODS = ["get", "post", "put", "patch", "delete"];
/** GitHub takes slashes in these, written as such or as `%2F`. */
const WITH_SLASHES: ReadonlySet<string> = new Set(["ref", "branch", "basehead", "tree_sha", "path"]);
const known = new Map<DescriptionName, Description>();

export function describedBy(name: DescriptionName): Description {
  const found = known.get(name);
  if (found !== undefined) return found;
  const folder = createRequire(import.meta.url)
    .resolve("@octokit/openapi/package.json")
    .replace(/[^/]+$/, "");
  const document: unknown = JSON.parse(readFileSync(join(folder, "generated", `${name}.json`), "utf8"));
  if (!isJsonObject(document)) throw new Error(`the description ${name} is not an object`);
  const description = { name, document, operations: operationsOf(document) };
  known.set(name, description);
  return description;
}

function operationsOf(document: JsonObject): readonly Operation[] {
  const paths = isJsonObject(document["paths"]) ? Object.entries(document["paths"]) : [];
  const operations = paths.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const definition = isJsonObject(item) ? item[method] : undefined;
      if (!isJsonObject(definition)) return [];
      return [{ method: method.toUpperCase(), path, definition, pattern: patternOf(path) }];
    }),
  );
  // Where two would match, the one with fewer names is meant: `/pulls/comments` before `/pulls/{pull_number}`.
  return operations.sort((one, other) => wordsIn(other.path) - wordsIn(one.path));
}

/** Steps of an address that are no names. */
function wordsIn(path: string): number {
  return path.split("/").filter((step) => step !== "" && !step.startsWith("{")).length;
}

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    WITH_SLASHES.has(name) ? "(.+)" : "([^/]+)",
  );
  return new RegExp(`^${source}$`);
}

/** null: GitHub publishes no such operation. */
export function findOperation({ operations }: Description, method: string, path: string): Operation | null {
  return operations.find((one) => one.method === method && one.pattern.test(path)) ?? null;
}
