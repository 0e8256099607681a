/** Reads the rules of both trees. If they differ, neither can be trusted for the change. */
import { loadYaml } from "../parse-yaml.js";
import type { AllCause } from "../source.js";
import type { Tree } from "../tree.js";
import {
  NO_RULES,
  OTHER_SPELLING,
  RULE_KEYS,
  RULES_FILE,
  RulesError,
  readRules,
  type TargetRules,
} from "./rules-file.js";

export interface ReadRules {
  /** Those of the base tree; null if they cannot be used. */
  readonly rules: TargetRules | null;
  /** Null if they can be used for this change. */
  readonly cause: AllCause | null;
}

export async function rulesOfTrees({
  base,
  head,
  changed,
}: {
  readonly base: Tree;
  readonly head: Tree;
  readonly changed: readonly { readonly path: string }[];
}): Promise<ReadRules> {
  let rules: TargetRules | null = null;
  try {
    rules = await rulesOf(base);
    await rulesOf(head);
    const isChanged = changed.some(({ path }) => path === RULES_FILE || path === OTHER_SPELLING);
    if (!isChanged) return { rules, cause: null };
    const hint = "Change the rules in a separate pull request.";
    return { rules, cause: { subject: RULES_FILE, rule: "the rules themselves have changed", hint } };
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const hint = `Correct the file: it may contain ${RULE_KEYS.join(", ")}.`;
    return { rules, cause: { subject: RULES_FILE, rule: `it cannot be used: ${error.message}`, hint } };
  }
}

/** Throws `RulesError`. */
export async function rulesOf(tree: Tree): Promise<TargetRules> {
  const entry = (await tree.entries()).get(RULES_FILE);
  if ((await tree.entries()).has(OTHER_SPELLING)) {
    throw new RulesError(`it must be called ${RULES_FILE}, not ${OTHER_SPELLING}`);
  }
  if (entry === undefined) return NO_RULES;
  const bytes = (await tree.read([RULES_FILE])).get(RULES_FILE);
  if (bytes === undefined) throw new RulesError("it is not a regular file");
  await loadYaml();
  return readRules(bytes);
}
