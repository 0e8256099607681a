/** `pnpm-workspace.yaml`, as far as it says who is a member and what replaces what. */
import { parseYaml, YamlError } from "../../parse-yaml.js";
import { asTable, asTexts } from "./json-shape.js";
import type { Dependency } from "./node-manifest.js";
import { ManifestProblem } from "./parsed-files.js";

export interface PnpmWorkspace {
  readonly patterns: readonly string[] | null;
  readonly overrides: readonly Dependency[];
}

export function parsePnpmWorkspace(text: string): PnpmWorkspace {
  const settings = asTable(parsedYaml(text));
  const packages = settings?.get("packages");
  const patterns = packages === undefined || packages === null ? null : asTexts(packages);
  if (patterns === null && packages !== undefined && packages !== null) {
    throw new ManifestProblem("its `packages` are no list of patterns");
  }
  const overrides = [...(asTable(settings?.get("overrides")) ?? [])];
  return {
    patterns,
    overrides: overrides.map(([name, range]) => ({ name, range: typeof range === "string" ? range : "" })),
  };
}

function parsedYaml(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) throw new ManifestProblem(error.problem);
    throw error;
  }
}
