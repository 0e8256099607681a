/**
 * Labels that depend on what has changed, by `bazel query` over the head tree. What a changed build file uses counts as
 * newly used, and each package that something happened to is in the list with the label of its build file: that is
 * where one who deletes a target and one who begins to use it meet.
 */
import { tmpdir } from "node:os";
import type { Cause, Source, SourceContext } from "../source.js";
import { type BazelChange, bazelChange, bazelMark } from "../tools/bazel-packages.js";
import { BazelQuery, setOf } from "../tools/bazel-query.js";
import { readVersion, requireMajor, ToolProblem } from "../tools/tool-problem.js";
import type { ToolProgram } from "../tools/tool-program.js";
import { allBecauseOf, DEADLINE_MS, withTool } from "../tools/tool-session.js";

const NAME = "bazel";
const OLDEST_MAJOR = 4;
const NEWEST_MAJOR = 9;
/** As one says that somebody has built by hand. */
const NO_VERSION = /\bno_version\b/;

/** An extension, a repository rule, an aspect: of those no query tells who uses them. */
const NOBODY_LOADS_IT = "no build file loads it, so that it may decide over anything";
const LOAD_IT = "Change such files in pull requests of their own.";

const NAMED: Cause = { kind: "named", by: NAME };

interface ChangedTargets {
  readonly targets: Map<string, Cause>;
  /** The same as a query, in which no label stands that has more than plain characters. */
  readonly query: string;
  /** What is there, in the packages that the change touches. */
  readonly kinds: ReadonlyMap<string, string>;
}

/** Its server stays as it does after any other call, so that temporary files of it must not go away with ours. */
const PROGRAM = {
  name: NAME,
  installHint: "Install Bazel or Bazelisk before.",
  environment: () => ({ TMPDIR: tmpdir() }),
};

export function bazelSource(deadlineMs: number = DEADLINE_MS): Source {
  return {
    name: NAME,
    runsRepositoryCode: true,
    detect: bazelMark,
    async answer(context) {
      try {
        const change = await bazelChange(context);
        return {
          kind: "targets",
          targets: await targetsOf(change, context, deadlineMs),
          owned: change.owned,
        };
      } catch (error) {
        return allBecauseOf(error, NAME);
      }
    },
  };
}

async function targetsOf(
  change: BazelChange,
  context: SourceContext,
  deadlineMs: number,
): Promise<ReadonlyMap<string, Cause>> {
  if (change.owned.size === 0) return new Map();
  return withTool(context, { ...PROGRAM, deadlineMs }, async (bazel, folders) => {
    await requireKnownVersion(bazel);
    const query = new BazelQuery(bazel, folders);
    const rewritten = new Map([...change.rewritten, ...(await loadersOf(change, query))]);
    const changed = await changedTargets({ ...change, rewritten }, query);
    await addDependents(changed, query);
    await addUsed(changed, change, rewritten.keys(), query);
    return changed.targets;
  });
}

async function requireKnownVersion(bazel: ToolProgram): Promise<void> {
  const { output } = await bazel.run({ arguments: ["--version"] });
  if (NO_VERSION.test(output)) return;
  const version = readVersion(output);
  if (version === null) throw new ToolProblem(NAME, "--version prints no version");
  requireMajor(NAME, version, OLDEST_MAJOR, NEWEST_MAJOR);
}

/** Build files that load one of the changed files with rules: whatever they say may mean something else now. */
async function loadersOf(
  { extensions }: BazelChange,
  query: BazelQuery,
): Promise<ReadonlyMap<string, string>> {
  const loaders = new Map<string, string>();
  const options = ["--universe_scope=//...", "--order_output=no"];
  for (const path of extensions) {
    const labels = await query.labels(`rbuildfiles("${path}")`, options);
    const found = labels.filter((label) => /:BUILD(\.bazel)?$/.test(label));
    if (found.length === 0) throw new ToolProblem(path, NOBODY_LOADS_IT, LOAD_IT);
    for (const label of found) if (!loaders.has(label)) loaders.set(label, path);
  }
  return loaders;
}

/** What the change touches itself, before anybody depends on it. */
async function changedTargets(
  { files, rewritten, touched }: BazelChange,
  query: BazelQuery,
): Promise<ChangedTargets> {
  const whole = new Map([...touched, ...rewritten]);
  const buildFiles = new Set([...whole.keys(), ...files.map(({ buildFile }) => buildFile)]);
  const kinds = await query.kinds(`siblings(${setOf(buildFiles)})`);
  const silent = [...buildFiles].find((label) => !kinds.has(label));
  if (silent !== undefined)
    throw new ToolProblem(NAME, `it says nothing of ${silent}, although that is there`);
  const targets = new Map<string, Cause>();
  for (const { path, label, buildFile } of files) {
    if (kinds.has(label)) targets.set(label, { kind: "file", path });
    else whole.set(buildFile, path); // nobody says what it is for
  }
  const changed = `${setOf(targets.keys())} + siblings(${setOf(whole.keys())})`;
  const pathByPackage = new Map([...whole].map(([buildFile, path]) => [packageOf(buildFile), path]));
  for (const label of kinds.keys()) {
    const path = pathByPackage.get(packageOf(label));
    if (path !== undefined && !targets.has(label)) targets.set(label, { kind: "file", path });
  }
  return { targets, query: changed, kinds };
}

async function addDependents(
  { targets, query: changed, kinds }: ChangedTargets,
  query: BazelQuery,
): Promise<void> {
  const named = new Set(await query.labels(`rdeps(//..., ${changed})`));
  const missing = [...targets.keys()].find(
    (label) => kinds.get(label)?.endsWith(" rule") && !named.has(label),
  );
  if (missing !== undefined) {
    throw new ToolProblem(
      NAME,
      `it does not say that ${missing} depends on itself, so that its answer cannot be whole`,
    );
  }
  for (const label of named) if (!targets.has(label)) targets.set(label, NAMED);
}

async function addUsed(
  { targets }: ChangedTargets,
  { packages }: BazelChange,
  rewritten: Iterable<string>,
  query: BazelQuery,
): Promise<void> {
  const buildFiles = [...rewritten];
  if (buildFiles.length === 0) return;
  for (const label of await query.labels(`deps(siblings(${setOf(buildFiles)}), 1)`)) {
    if (!targets.has(label)) targets.set(label, NAMED);
    const folder = packageOf(label);
    const buildFile = `//${folder}:${packages.get(folder) ?? "BUILD"}`;
    if (!targets.has(buildFile)) targets.set(buildFile, NAMED);
  }
}

function packageOf(label: string): string {
  return label.slice(2, label.indexOf(":"));
}
