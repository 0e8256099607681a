/**
 * The labels that depend on the change, from `bazel query` over the head tree. Everything that a changed build file
 * uses or loads counts as newly used. Each package that is touched, gains a file or is deleted is in the list with the
 * label of its build file, so that a change that deletes a target and a change that begins to use it share a name.
 */
import { tmpdir } from "node:os";
import type { AllCause, Cause, RestOfAnswer, Source, SourceContext } from "../source.js";
import { type BazelChange, bazelChange, bazelMark } from "../tools/bazel-packages.js";
import { BazelQuery, setOf } from "../tools/bazel-query.js";
import { readVersion, requireMajor, ToolProblem } from "../tools/tool-problem.js";
import type { ToolProgram } from "../tools/tool-program.js";
import { allBecauseOf, DEADLINE_MS, withTool } from "../tools/tool-session.js";

const NAME = "bazel";
const OLDEST_MAJOR = 4;
const NEWEST_MAJOR = 9;
/** A Bazel that was built from source prints this instead of a version. */
const NO_VERSION = /\bno_version\b/;

/** For example an extension, a repository rule or an aspect: no query lists their users. */
const NOT_LOADED = "no build file loads it, so it may affect any target";
const CHANGE_SEPARATELY = "Change such files in separate pull requests.";

const NAMED: Cause = { kind: "named", by: NAME };

interface ChangedTargets {
  readonly targets: Map<string, Cause>;
  /** The same as a query, which contains only labels of plain characters. */
  readonly query: string;
  /** The labels that exist in the packages that the change touches, with their kinds. */
  readonly kinds: ReadonlyMap<string, string>;
}

/** Bazel's server keeps running after a call, so its temporary files must not be removed with ours. */
const PROGRAM = {
  name: NAME,
  installHint: "Install Bazel or Bazelisk first.",
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
        const all = allBecauseOf(error, NAME);
        return context.wantsEveryCause === true ? { ...all, rest: await restOf(context, all.cause) } : all;
      }
    },
  };
}

/** The trees show the other files that affect everything, and which files have an owner. */
async function restOf(context: SourceContext, first: AllCause): Promise<RestOfAnswer> {
  const causes: AllCause[] = [];
  let { changed } = context;
  for (;;) {
    try {
      const { owned } = await bazelChange({ ...context, changed });
      const named = context.changed.filter((file) => !changed.includes(file)).map(({ path }) => path);
      const accounted = new Set([...owned, ...named]);
      const answer = { kind: "targets" as const, targets: new Map<string, Cause>(), owned: accounted };
      return { causes, known: { context, answer } };
    } catch (error) {
      const { cause } = allBecauseOf(error, NAME);
      if (cause.subject !== first.subject || cause.rule !== first.rule) causes.push(cause);
      const others = changed.filter(({ path }) => path !== cause.subject);
      if (others.length === changed.length) return { causes, known: null };
      changed = others;
    }
  }
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
    if (changed.kinds.size > 0) await addDependents(changed, query);
    await addUsed(changed, change, rewritten.keys(), query);
    // Bazel reports a target that still depends on a deleted one, in any package.
    if (change.deleted.size > 0) await query.labels("let all = deps(//..., 1) in $all except $all");
    for (const label of change.deleted) changed.targets.set(label, { kind: "deleted" });
    for (const [label, path] of change.gaining)
      if (!changed.targets.has(label)) changed.targets.set(label, { kind: "file", path });
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

/** Build files that load a changed file of rules: any part of them may mean something else now. */
async function loadersOf(
  { extensions }: BazelChange,
  query: BazelQuery,
): Promise<ReadonlyMap<string, string>> {
  const loaders = new Map<string, string>();
  const options = ["--universe_scope=//...", "--order_output=no"];
  for (const path of extensions) {
    const labels = await query.labels(`rbuildfiles("${path}")`, options);
    const found = labels.filter((label) => /:BUILD(\.bazel)?$/.test(label));
    if (found.length === 0) throw new ToolProblem(path, NOT_LOADED, CHANGE_SEPARATELY);
    for (const label of found) if (!loaders.has(label)) loaders.set(label, path);
  }
  return loaders;
}

/** What the change touches directly, without dependents. */
async function changedTargets(
  { files, rewritten, touched }: BazelChange,
  query: BazelQuery,
): Promise<ChangedTargets> {
  const whole = new Map([...touched, ...rewritten]);
  const buildFiles = new Set([...whole.keys(), ...files.map(({ buildFile }) => buildFile)]);
  if (buildFiles.size === 0) return { targets: new Map(), query: "set()", kinds: new Map() };
  const kinds = await query.kinds(`siblings(${setOf(buildFiles)})`);
  const unlisted = [...buildFiles].find((label) => !kinds.has(label));
  if (unlisted !== undefined)
    throw new ToolProblem(NAME, `its answer lacks ${unlisted}, although the file exists`);
  const targets = new Map<string, Cause>();
  for (const { path, label, buildFile } of files) {
    if (kinds.has(label)) targets.set(label, { kind: "file", path });
    else whole.set(buildFile, path); // no target declares the file
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
      `its answer does not list ${missing} as depending on itself, so it must be incomplete`,
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
  const written = `siblings(${setOf(buildFiles)})`;
  const used = await query.labels(`deps(${written}, 1)`);
  for (const label of [...used, ...(await query.labels(`loadfiles(${written})`))]) {
    if (!targets.has(label)) targets.set(label, NAMED);
    const folder = packageOf(label);
    const buildFile = `//${folder}:${packages.get(folder) ?? "BUILD"}`;
    if (!targets.has(buildFile)) targets.set(buildFile, NAMED);
  }
}

function packageOf(label: string): string {
  return label.slice(2, label.indexOf(":"));
}
