/** Opens an address in the browser of the person, if this machine has one. */
import { startGroup } from "../../../process/run-program.js";
import type { Surroundings } from "../../surroundings.js";

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The browser may run in this program, so it outlives this process. The address was printed before a failure. */
export function openBrowser(url: string, { environment }: Surroundings): void {
  const [command = "", ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const inherited = Object.entries(environment).filter(
    // The browser needs the desktop's variables, but none of the service's secrets.
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("MERGE_QUEUE_"),
  );
  const start = { command, folder: process.cwd(), environment: Object.fromEntries(inherited) };
  const child = startGroup({ ...start, arguments: [...words, url] }, "ignore");
  child.on("error", () => undefined);
  child.unref();
}
