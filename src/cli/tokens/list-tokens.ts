/** `merge-queue tokens list`: a line for each token. */
import { withTokens } from "../../service/storage/open-tokens.js";
import { jsonLine } from "../client/json-line.js";
import { ending } from "../database/ending.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { shownToken, tokenWords } from "./shown-token.js";

export async function listTokens(flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  const command = "tokens list";
  return ending(command, flags, surroundings, async () => {
    const { database } = settingsOfService(["database"], flags, surroundings);
    const all = await withTokens(database, (tokens) => tokens.list());
    const now = Date.now();
    const { stdout, stderr } = surroundings;
    if (flags.json === true) {
      const shown = all.map((token) => shownToken(token, now));
      stdout.write(jsonLine({ command, exitCode: EXIT.done, tokens: shown }));
      return EXIT.done;
    }
    if (all.length === 0) stderr.write("There is no token yet.\n");
    for (const token of all) stdout.write(`${tokenWords(token, now)}\n`);
    return EXIT.done;
  });
}
