/** A proposed rule, and the lists that changes of the past would have with some of them. */
import type { ExtraEdge } from "../../../targets/rules/rules-file.js";
import { type MeasuredChange, pairsApart } from "./measure-history.js";

interface Shared {
  /** Whether a blocking file of this path blocks no more. */
  readonly covers: (path: string) => boolean;
  /** What the proposal relies on and the tree cannot show, as a clause. */
  readonly trusts: string;
}

export type Proposal = Shared &
  (
    | { readonly kind: "ignore"; readonly pattern: string }
    | {
        readonly kind: "map";
        readonly target: string;
        readonly patterns: readonly string[];
        /** Targets that the code in these paths uses. */
        readonly uses: readonly string[];
        /** Targets that read these paths. */
        readonly readers: readonly string[];
        /** The readers and everything that depends on them. */
        readonly affected: ReadonlySet<string>;
      }
  );

export type MapProposal = Extract<Proposal, { kind: "map" }>;

/** A target's name in the mapping, apart from names of other sources. */
function inPaths(target: string): string {
  return `paths:${target}`;
}

/** Null for `ALL`. */
function listWith(
  proposals: readonly Proposal[],
  { blockers, targets }: MeasuredChange,
): ReadonlySet<string> | null {
  if (targets === null) return null;
  const list = new Set(targets);
  for (const { subject, isUnowned } of blockers) {
    const covering = proposals.filter((one) => isUnowned && one.covers(subject));
    if (covering.length === 0) return null;
    for (const one of covering) {
      if (one.kind === "ignore") continue;
      list.add(inPaths(one.target));
      for (const name of one.affected) list.add(name);
    }
  }
  for (const one of proposals) {
    if (one.kind === "map" && one.uses.some((name) => list.has(name))) list.add(inPaths(one.target));
  }
  return list;
}

export function listsWith(
  proposals: readonly Proposal[],
  measured: readonly MeasuredChange[],
): readonly (ReadonlySet<string> | null)[] {
  return measured.map((change) => listWith(proposals, change));
}

export interface Weighed {
  readonly proposal: Proposal;
  /** Answers that it narrows without the other proposals. */
  readonly alone: number;
  /** Answers that all proposals together narrow and that it is needed for. */
  readonly together: number;
}

/** The proposals that help, each with what it narrows. A mapping that gains no more pairs than it costs is left out. */
export function weigh(
  candidates: readonly Proposal[],
  measured: readonly MeasuredChange[],
): readonly Weighed[] {
  let kept = candidates;
  for (const candidate of candidates) {
    if (candidate.kind === "ignore") continue;
    const without = kept.filter((one) => one !== candidate);
    if (pairsApart(listsWith(without, measured)) >= pairsApart(listsWith(kept, measured))) kept = without;
  }
  const weighed = kept.map((proposal) => ({
    proposal,
    alone: narrowedBy([proposal], measured).length,
    together: narrowedBy(kept, measured).filter(({ blockers }) =>
      blockers.some(({ subject }) => proposal.covers(subject)),
    ).length,
  }));
  return weighed.filter(({ together }) => together > 0);
}

function narrowedBy(
  proposals: readonly Proposal[],
  measured: readonly MeasuredChange[],
): readonly MeasuredChange[] {
  return measured.filter((one) => one.blockers.length > 0 && listWith(proposals, one) !== null);
}

/** The edges of the rules file that a mapping needs. */
export function edgesOf({ target, uses, readers }: MapProposal, source: string): readonly ExtraEdge[] {
  const named = (names: readonly string[]) => names.map((name) => `${source}:${name}`);
  const own = uses.length === 0 ? [] : [{ target: inPaths(target), dependsOn: named(uses) }];
  return [...own, ...named(readers).map((reader) => ({ target: reader, dependsOn: [inPaths(target)] }))];
}
