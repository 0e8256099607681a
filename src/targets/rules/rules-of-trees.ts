/** The rules that count for a change, or what about them makes everything count as impacted. */
import type { AllCause, ChangedFile } from "../source.js";
import type { Tree } from "../tree.js";
import {
  NO_RULES,
  OTHER_SPELLING,
  RULES_FILE,
  RulesError,
  readRules,
  type TargetRules,
} from "./rules-file.js";

type Found =
  | { readonly kind: "rules"; readonly rules: TargetRules }
  | { readonly kind: "all"; readonly cause: AllCause };

interface Trees {
  readonly base: Tree;
  readonly head: Tree;
  readonly changed: readonly ChangedFile[];
}

/** Both trees' rules are read: where they differ, neither can be trusted for this change. */
export async function rulesOfTrees({ base, head, changed }: Trees): Promise<Found> {
  try {
    const before = await rulesOf(base);
    await rulesOf(head);
    const isChanged = changed.some(({ path }) => path === RULES_FILE || path === OTHER_SPELLING);
    if (!isChanged) return { kind: "rules", rules: before };
    return all("the rules themselves have changed", "Change the rules in a pull request of their own.");
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return all(
      `it cannot be used: ${error.message}`,
      "Correct the file: it may hold ignore, not-global and extra-edges.",
    );
  }
}

async function rulesOf(tree: Tree): Promise<TargetRules> {
  const entry = (await tree.entries()).get(RULES_FILE);
  if ((await tree.entries()).has(OTHER_SPELLING)) {
    throw new RulesError(`it is called ${RULES_FILE}, and not ${OTHER_SPELLING}`);
  }
  if (entry === undefined) return NO_RULES;
  const bytes = (await tree.read([RULES_FILE])).get(RULES_FILE);
  if (bytes === undefined) throw new RulesError("it is no ordinary file");
  return readRules(bytes);
}

function all(rule: string, hint: string): Found {
  return { kind: "all", cause: { subject: RULES_FILE, rule, hint } };
}
