/** What kept the service from starting, as a sentence that says what to do; null for what nobody foresaw. */
import { WorldError } from "../../service/ports/world-error.js";

const ADVICE: ReadonlyMap<string, string> = new Map([
  ["EADDRINUSE", "another program serves there; stop it, or name another port with --listen"],
  ["EACCES", "this user may not use that port; name one above 1023 with --listen"],
  ["EADDRNOTAVAIL", "this machine does not have that address; name one that it has with --listen"],
]);
const OTHERWISE = "name an address of this machine with --listen";

export function startProblem(error: unknown): string | null {
  if (error instanceof WorldError) return error.message;
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return null;
  if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") return null;
  return `${error.message}: ${ADVICE.get(String(error.code)) ?? OTHERWISE}`;
}
