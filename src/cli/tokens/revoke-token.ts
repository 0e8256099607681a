/** `merge-queue tokens revoke`: by its id, or by the whole token that somebody found. */
import { withTokens } from "../../service/storage/open-tokens.js";
import { tokenId } from "../../service/tokens/token-text.js";
import { jsonLine } from "../client/json-line.js";
import { ending, WrongUse } from "../database/ending.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";

export async function revokeToken(
  given: string,
  flags: StoreFlags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const command = "tokens revoke";
  return ending(command, flags, surroundings, async () => {
    const id = tokenId(given) ?? given;
    if (!/^[0-9A-Za-z]{1,40}$/.test(id)) throw new WrongUse("expected an id as `tokens list` shows it");
    const { database } = settingsOfService(["database"], flags, surroundings);
    const outcome = await withTokens(database, (tokens) => tokens.revoke(id, Date.now()));
    const isRevoked = outcome === "revoked";
    const exitCode = isRevoked ? EXIT.done : EXIT.refused;
    const message = isRevoked
      ? `${id} is revoked: running services refuse it within two seconds.`
      : `there is no token with the id ${id}`;
    const { stdout, stderr } = surroundings;
    if (flags.json === true) {
      const problem = isRevoked ? {} : { error: "not-found" };
      stdout.write(jsonLine({ command, exitCode, message, id, ...problem }));
    } else {
      (isRevoked ? stdout : stderr).write(`${plainText(message)}\n`);
    }
    return exitCode;
  });
}
