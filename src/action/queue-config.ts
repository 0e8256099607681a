/** Reads `queue-config` as YAML, of which JSON is a part. Loaded only when a workflow uses it. */
import { parse } from "yaml";
import { InputError } from "./input-error.js";

/** The keys and their values as they are written; nothing of what they mean is checked here. */
export function parseQueueConfig(text: string): ReadonlyMap<string, unknown> {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InputError(
      "queue-config",
      "is no list of settings; expected YAML or JSON such as {concurrency: 2}.",
    );
  }
  return new Map(Object.entries(value));
}

function parsed(text: string): unknown {
  try {
    return parse(text, { prettyErrors: false, logLevel: "error", maxAliasCount: 20 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError("queue-config", `is neither YAML nor JSON: ${reason}`, { cause: error });
  }
}
