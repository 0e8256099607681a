/** Opens an address in the browser of the person, if this machine has one. */
import { runProgram } from "../../../process/run-program.js";
import type { Surroundings } from "../../surroundings.js";

const PATIENCE_MS = 10_000;

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The address was printed before, so a failure needs no message. */
export async function openBrowser(url: string, { environment }: Surroundings): Promise<void> {
  const [command = "", ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const inherited = Object.entries(environment).filter(
    // The browser needs the desktop's variables, but none of the service's secrets.
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("MERGE_QUEUE_"),
  );
  await runProgram({
    command,
    arguments: [...words, url],
    folder: process.cwd(),
    environment: Object.fromEntries(inherited),
    deadlineMs: PATIENCE_MS,
    mayOutliveUs: true,
  });
}
