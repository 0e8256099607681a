/** The format of yarn 1's lock file: entries of indented lines, which are no YAML. */

export interface ClassicEntry {
  /** `name@range`, one for each range that is asked for. */
  readonly descriptors: readonly string[];
  /** The lines as they stand. */
  readonly content: string;
  /** Descriptors. */
  readonly dependencies: readonly string[];
}

const DEPENDENCIES = /^ {2}(?:dependencies|optionalDependencies):$/;
const DEPENDENCY = /^ {4}(\S+|"[^"]+") (\S+|"[^"]*")$/;

/** Null for what has another form. */
export function parseClassicLock(text: string): readonly ClassicEntry[] | null {
  const blocks = text.replaceAll("\r\n", "\n").split(/\n(?=[^\s#])/);
  const entries: ClassicEntry[] = [];
  for (const block of blocks) {
    const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    if (lines.length === 0) continue;
    const entry = parseEntry(lines);
    if (entry === null) return null;
    entries.push(entry);
  }
  return entries;
}

function parseEntry([heading = "", ...lines]: readonly string[]): ClassicEntry | null {
  if (!heading.endsWith(":") || lines.some((line) => !line.startsWith("  "))) return null;
  const descriptors = heading.slice(0, -1).split(", ").map(unquoted);
  const dependencies: string[] = [];
  let isDependency = false;
  for (const line of lines) {
    if (!line.startsWith("    ")) {
      isDependency = DEPENDENCIES.test(line);
      continue;
    }
    const [, name, range] = DEPENDENCY.exec(line) ?? [];
    if (!isDependency || name === undefined || range === undefined) return null;
    dependencies.push(`${unquoted(name)}@${unquoted(range)}`);
  }
  return { descriptors, content: lines.join("\n"), dependencies };
}

function unquoted(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1] ?? text;
}
