/**
 * The impacted targets that the inputs give, as the body of the upload, and what the report says of them.
 * Loaded only by the operation that uploads them.
 */
import { warningOfLikeAll } from "../client/like-all.js";
import {
  allTargetsBody,
  type TargetsBody,
  TargetsBodyBuilder,
  type TargetsEnvelope,
} from "../client/targets-body.js";
import { MAX_BODY_BYTES } from "../contract/limits.js";
import { type ListEnd, ListFormatError, readTargetList } from "../targets/sources/list.js";
import { InputError } from "./input-error.js";
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";
import type { WorkspaceFiles } from "./workspace-files.js";

export { sendTargets } from "../client/send-targets.js";

export interface GivenTargets {
  readonly body: TargetsBody;
  /** The first few names, for people. */
  readonly sample: readonly string[];
  /** Why everything counts as impacted; empty when it does not. */
  readonly reason: string;
  readonly warnings: readonly string[];
}

const MOST_SAMPLED = 10;

/** Throws `InputError` when no list can be read. */
export async function readTargets(
  inputs: InputReader,
  files: WorkspaceFiles,
  envelope: TargetsEnvelope,
  signal: AbortSignal,
): Promise<GivenTargets> {
  const inline = inputs.value("impacted-targets");
  if (inline !== undefined) return collect("impacted-targets", [Buffer.from(inline)], envelope);
  const path = inputs.value("impacted-targets-file");
  if (path !== undefined) {
    return collect("impacted-targets-file", files.read("impacted-targets-file", path, signal), envelope);
  }
  throw new InputError("impacted-targets", "is missing; give impacted-targets or impacted-targets-file.");
}

async function collect(
  input: InputName,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  envelope: TargetsEnvelope,
): Promise<GivenTargets> {
  const builder = new TargetsBodyBuilder(envelope);
  const sample = new Set<string>();
  const warnings: string[] = [];
  const end = await readNaming(input, pieces, (name) => {
    const warning = warnings.length === 0 ? warningOfLikeAll(name) : null;
    if (warning !== null) warnings.push(warning);
    if (name !== "" && sample.size < MOST_SAMPLED) sample.add(name);
    return builder.add(name);
  });
  const everything = (reason: string) => ({ body: allTargetsBody(envelope), sample: [], reason });
  switch (end) {
    case "complete":
    case "stopped":
    case "emptyArray": {
      const body = builder.finish();
      if (body.kind === "list") return { body, sample: [...sample], reason: "", warnings };
      const reason = `the list is too long: with ${body.count} names the request has more than ${MAX_BODY_BYTES} bytes`;
      return { body, sample: [], reason, warnings: [...warnings, `ALL is uploaded, because ${reason}.`] };
    }
    case "all":
      return { ...everything("the list says so"), warnings };
    case "empty": {
      const reason = "the list is empty, and only [] says that nothing is impacted";
      return { ...everything(reason), warnings: [`ALL is uploaded, because ${reason}.`] };
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
      throw new InputError(input, `is no list of targets: ${error.message}.`, { cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(input, `could not be read to its end: ${reason}`, { cause: error });
  }
}
