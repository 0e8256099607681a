/** The queue's settings from `queue-config` and from the separate inputs. */
import type { QueueOnWire } from "../client/pull-request-on-wire.js";
import type { GivenSettings } from "../operations/operation.js";
import type { InputReader } from "./input-reader.js";
import type { InputName } from "./inputs.js";
import { SETTING_INPUT_NAMES, type Settings } from "./setting-inputs.js";

export const SETTINGS_INPUTS: readonly InputName[] = ["queue-config", ...SETTING_INPUT_NAMES];

/**
 * Throws `InputError` for a key or value that the contract does not know, and for two inputs that contradict each
 * other.
 */
export async function readSettings(inputs: InputReader): Promise<Settings> {
  if (!SETTINGS_INPUTS.some((name) => inputs.isGiven(name))) return new Map();
  const { checkedSettings } = await loadContract();
  return checkedSettings(inputs);
}

/** The typed request: each value has been checked, so the whole is valid. */
export function settingsReader(inputs: InputReader) {
  return async (queue: QueueOnWire): Promise<GivenSettings> => {
    const settings = await readSettings(inputs);
    const { parsedUpdate } = await loadContract();
    const request = parsedUpdate({ ...queue, ...Object.fromEntries(settings) });
    return { names: [...settings.keys()], request };
  };
}

/** Few steps have settings, and building the schemas takes time. */
function loadContract() {
  return import("./checked-settings.js");
}
