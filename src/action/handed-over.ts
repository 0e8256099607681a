/** The file that passes impacted targets from the job that computes them to the job that uploads them. */
import { errorText } from "../domain/thrown.js";
import type { ComputedTargets } from "../targets/compute-targets.js";
import { HandOverError, handOverText, parseHandOver } from "../targets/hand-over.js";
import type { AllCause } from "../targets/source.js";
import { InputError } from "./input-error.js";
import type { Given } from "./operation.js";
import { ACTION_VERSION } from "./version.js";

/** Impacted targets by name. */
export type NamedTargets =
  | { readonly kind: "all"; readonly cause: AllCause }
  | { readonly kind: "names"; readonly names: Iterable<string> };

const RESULT = "impacted-targets-result";
/** The names of the largest request, each character in JSON's longest spelling: more can never be sent. */
const MOST_BYTES = 128 * 1024 * 1024;
const TOO_LONG: AllCause = {
  subject: "the list",
  rule: `it has more than the ${MOST_BYTES} bytes that can be handed over, so no request could contain it`,
  hint: "Name coarser targets.",
};
const TOOL = `merge-queue ${ACTION_VERSION}`;

interface About {
  readonly headSha: string;
  readonly targetBranch: string;
  readonly from: string;
}

export function handOverOf({ answer, compared }: ComputedTargets, about: About): string {
  const targets =
    answer.kind === "all" ? answer : ({ kind: "list", names: [...answer.targets.keys()] } as const);
  const tooLong = { tool: TOOL, ...about, compared, targets: { kind: "all", cause: TOO_LONG } } as const;
  // Very many names do not even fit into one string.
  const characters = targets.kind === "all" ? 0 : targets.names.reduce((sum, name) => sum + name.length, 0);
  if (characters > MOST_BYTES) return handOverText(tooLong);
  const text = handOverText({ tool: TOOL, ...about, compared, targets });
  return Buffer.byteLength(text) <= MOST_BYTES ? text : handOverText(tooLong);
}

/** The file may come from a job of the pull request itself, so the step takes the head commit from elsewhere. */
export async function handedOverAnswer(given: Given, headSha: string): Promise<NamedTargets> {
  const { inputs, files, signal } = given;
  const path = inputs.required(RESULT);
  const text = await textOf(files.read(RESULT, path, signal));
  if (text === null) return { kind: "all", cause: TOO_LONG };
  const handOver = parsed(text);
  if (handOver.headSha !== headSha) {
    const problem = `is about the head commit ${handOver.headSha}, and this step is about ${headSha}`;
    throw new InputError(RESULT, `${problem}; upload what was computed for the same commit.`);
  }
  const { compared, tool, targets } = handOver;
  given.log(
    `Computed by ${tool} from ${handOver.from}${compared === null ? "" : `: ${compared.base} with ${compared.head}`}.`,
  );
  if (tool !== TOOL) {
    const rule = `it was written by ${tool} and is uploaded by ${TOOL}, which may name targets differently`;
    return { kind: "all", cause: { subject: path, rule, hint: "Use one version in both jobs." } };
  }
  if (targets.kind === "all") return targets;
  const { targetBranch } = given.queue();
  if (handOver.targetBranch !== targetBranch) {
    const rule = `it is about ${handOver.targetBranch ?? "an unnamed branch"}, and the queue protects ${targetBranch}`;
    const hint = "Compute the targets again once the pull request's base is the queue's branch.";
    return { kind: "all", cause: { subject: path, rule, hint } };
  }
  return { kind: "names", names: targets.names };
}

function parsed(text: string) {
  try {
    return parseHandOver(text);
  } catch (error) {
    if (!(error instanceof HandOverError)) throw error;
    throw new InputError(RESULT, `is not a result of compute-targets: ${error.message}.`, { cause: error });
  }
}

/** Null for more than any request could contain. */
async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string | null> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      if (bytes > MOST_BYTES) return null;
      read.push(piece);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(read));
  } catch (error) {
    throw new InputError(RESULT, `could not be read: ${errorText(error)}`, { cause: error });
  }
}
