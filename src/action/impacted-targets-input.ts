/**
 * Turns the impacted targets of the inputs into the body of the upload and into facts for the report.
 * Loaded only by operations that use them; the code that computes them is loaded only when an input asks for it.
 */
import {
  allTargetsBody,
  type TargetsBody,
  TargetsBodyBuilder,
  type TargetsEnvelope,
  warningOfLikeAll,
} from "../client/targets-body.js";
import { MAX_BODY_BYTES } from "../contract/limits.js";
import { errorText } from "../domain/thrown.js";
import { allCauseInWords } from "../targets/cause-in-words.js";
import type { ComputedTargets } from "../targets/compute-targets.js";
import { type ListEnd, ListFormatError, readTargetList } from "../targets/sources/list/list.js";
import { type NamedTargets } from "./handed-over.js";
import { InputError } from "./input-error.js";
import type { InputName } from "./inputs.js";
import type { Given } from "./operation.js";

export { sendTargets } from "../client/targets-body.js";

const MOST_SAMPLED = 10;

/** Throws `InputError` when no list can be read. */
export async function readTargets(given: Given, envelope: TargetsEnvelope): Promise<GivenTargets> {
  const { inputs, files, signal } = given;
  const inline = inputs.value("impacted-targets");
  if (inline !== undefined) return collect("impacted-targets", [Buffer.from(inline)], envelope);
  const path = inputs.value("impacted-targets-file");
  if (path !== undefined) {
    return collect("impacted-targets-file", files.read("impacted-targets-file", path, signal), envelope);
  }
  if (inputs.isGiven("impacted-targets-from")) {
    const { targetsOfStep } = await import("./computed-targets.js");
    const computed = await targetsOfStep(given);
    return { ...answeredTargets(inNames(computed.answer), envelope), computed };
  }
  if (inputs.isGiven("impacted-targets-result")) {
    const { handedOverAnswer } = await import(/* webpackChunkName: "handed-over" */ "./handed-over.js");
    return answeredTargets(await handedOverAnswer(given, envelope.pr.sha ?? ""), envelope);
  }
  const all = "impacted-targets-from, impacted-targets-file, impacted-targets-result";
  throw new InputError("impacted-targets", `is missing; give impacted-targets or one of ${all}.`);
}

function inNames(answer: ComputedTargets["answer"]): NamedTargets {
  return answer.kind === "all" ? answer : { kind: "names", names: answer.targets.keys() };
}

/** The body of an upload; `ALL` when the names do not fit. */
function answeredTargets(answer: NamedTargets, envelope: TargetsEnvelope): GivenTargets {
  if (answer.kind === "all") {
    const reason = allCauseInWords(answer.cause);
    return { body: allTargetsBody(envelope, reason), sample: [], reason, warnings: [], computed: null };
  }
  const names = new NameCollector(envelope);
  for (const name of answer.names) {
    if (!names.take(name)) break;
  }
  return names.finish();
}

class NameCollector {
  readonly #builder: TargetsBodyBuilder;
  readonly #sample = new Set<string>();
  readonly #warnings: string[] = [];

  constructor(envelope: TargetsEnvelope) {
    this.#builder = new TargetsBodyBuilder(envelope);
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  readonly take = (name: string): boolean => {
    const warning = this.#warnings.length === 0 ? warningOfLikeAll(name) : null;
    if (warning !== null) this.#warnings.push(warning);
    if (name !== "" && this.#sample.size < MOST_SAMPLED) this.#sample.add(name);
    return this.#builder.add(name);
  };

  finish(): GivenTargets {
    const body = this.#builder.finish();
    const warnings = this.#warnings;
    if (body.kind === "list")
      return { body, sample: [...this.#sample], reason: "", warnings, computed: null };
    const reason = `the list is too long: with ${body.count} names the request has more than ${MAX_BODY_BYTES} bytes`;
    const all = `ALL is uploaded, because ${reason}.`;
    return { body, sample: [], reason, warnings: [...warnings, all], computed: null };
  }
}

async function collect(
  input: InputName,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  envelope: TargetsEnvelope,
): Promise<GivenTargets> {
  const names = new NameCollector(envelope);
  const end = await readNaming(input, pieces, names.take);
  const everything = (reason: string, warnings: readonly string[]) => {
    return { body: allTargetsBody(envelope, reason), sample: [], reason, warnings, computed: null };
  };
  switch (end) {
    case "complete":
    case "stopped":
    case "emptyArray":
      return names.finish();
    case "all":
      return everything("the list is ALL", names.warnings);
    case "empty": {
      const reason = "the list is empty, and only [] means that nothing is impacted";
      return everything(reason, [`ALL is uploaded, because ${reason}.`]);
    }
  }
}

async function readNaming(
  input: InputName,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: (name: string) => boolean,
): Promise<ListEnd> {
  try {
    return await readTargetList(pieces, take);
  } catch (error) {
    if (error instanceof ListFormatError) {
      throw new InputError(input, `is not a list of targets: ${error.message}.`, { cause: error });
    }
    throw new InputError(input, `could not be read to its end: ${errorText(error)}`, { cause: error });
  }
}

interface GivenTargets {
  readonly body: TargetsBody;
  /** The first few names, for people. */
  readonly sample: readonly string[];
  /** Why everything counts as impacted; empty when it does not. */
  readonly reason: string;
  readonly warnings: readonly string[];
  /** Null for a list that was not computed here. */
  readonly computed: ComputedTargets | null;
}
