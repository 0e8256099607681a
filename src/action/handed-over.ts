/** The file between the job that computes impacted targets and the one that uploads them. */
import type { ComputedTargets } from "../targets/compute-targets.js";
import { HandOverError, handOverText, parseHandOver } from "../targets/hand-over.js";
import type { NamedTargets } from "./given-targets.js";
import { InputError } from "./input-error.js";
import type { Given } from "./operation.js";
import { ACTION_VERSION } from "./version.js";

const RESULT = "impacted-targets-result";
/** The names of one request, each character as JSON spells it at worst. */
const MOST_BYTES = 128 * 1024 * 1024;
const TOOL = `merge-queue ${ACTION_VERSION}`;

interface About {
  readonly headSha: string;
  readonly targetBranch: string;
  readonly from: string;
}

export function handOverOf({ answer, compared }: ComputedTargets, about: About): string {
  const targets =
    answer.kind === "all" ? answer : ({ kind: "list", names: [...answer.targets.keys()] } as const);
  return handOverText({ tool: TOOL, ...about, compared, targets });
}

/** The file may come from a job of the pull request itself: whose targets they are, the step has to know from elsewhere. */
export async function handedOverAnswer(given: Given, headSha: string): Promise<NamedTargets> {
  const { inputs, files, signal } = given;
  const path = inputs.required(RESULT);
  const handOver = parsed(await textOf(files.read(RESULT, path, signal)));
  if (handOver.headSha !== headSha) {
    const problem = `is about the head commit ${handOver.headSha}, and this step is about ${headSha}`;
    throw new InputError(RESULT, `${problem}; upload what was computed for the same commit.`);
  }
  const { compared, tool, targets } = handOver;
  given.log(
    `Computed by ${tool} from ${handOver.from}${compared === null ? "" : `: ${compared.base} with ${compared.head}`}.`,
  );
  if (tool !== TOOL) {
    const rule = `it was written by ${tool} and is uploaded by ${TOOL}, which may call targets otherwise`;
    return { kind: "all", cause: { subject: path, rule, hint: "Use one version in both jobs." } };
  }
  if (targets.kind === "all") return targets;
  const { targetBranch } = given.subject.queue();
  if (handOver.targetBranch !== targetBranch) {
    const rule = `it is about ${handOver.targetBranch ?? "no branch that it names"}, and the queue protects ${targetBranch}`;
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
    throw new InputError(RESULT, `is no result of compute-targets: ${error.message}.`, { cause: error });
  }
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      if (bytes > MOST_BYTES) throw new InputError(RESULT, `has more than ${MOST_BYTES} bytes.`);
      read.push(piece);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(read));
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(RESULT, `could not be read: ${reason}`, { cause: error });
  }
}
