/** Checks the service itself. It may not run yet; when it runs, it has to be ready. */
import { codeOf, errorText } from "../../domain/thrown.js";
import { type HttpAnswer, sendHttp } from "../webhooks/send-http.js";
import { broken, type Check, doubtful, type Found, fine } from "./finding.js";
import type { SettingsHeld } from "./settings-held.js";

const ANSWER_MS = 5000;
const MOST_BYTES = 10_000;
const TOO_LATE = "no answer in time";
/** Error codes when the listener does not speak HTTP, or when only one side uses TLS. */
const OTHER_PROTOCOL = /^(HPE_|EPROTO$|ERR_SSL_|ECONNRESET$)/;
const LOOPBACK_OF: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

export function serviceCheck(held: SettingsHeld, answerMs = ANSWER_MS): Check {
  return {
    name: "service",
    look: async () => {
      const { listen, tlsCertificate } = held("listen", "tlsCertificate");
      const { host, port } = listen;
      const where = `${bracketed(host)}:${port}`;
      if (port === 0) return [fine("`listen` leaves the port to the system, so the service was not queried")];
      const origin = `${tlsCertificate === null ? "http" : "https"}://${bracketed(LOOPBACK_OF.get(host) ?? host)}:${port}`;
      const ask = async (path: string) => answerOf(new URL(path, origin), answerMs);
      return await checkHealth(where, ask);
    },
  };
}

async function checkHealth(
  where: string,
  ask: (path: string) => Promise<HttpAnswer | string>,
): Promise<readonly Found[]> {
  const health = await ask("/healthz");
  if (health === "ECONNREFUSED") return [fine(`nothing listens at ${where} now`)];
  if (typeof health === "string")
    return [doubtful(`${where} could not be queried: ${health}`, adviceFor(health))];
  if (health.status !== 200 || !health.text.includes('"ok"')) {
    return [
      broken(
        `another program listens at ${where}: it answers /healthz with ${health.status}`,
        "stop it, or set `listen` to another port",
      ),
    ];
  }
  const ready = await ask("/readyz");
  if (typeof ready !== "string" && ready.status === 200) return [fine(`runs at ${where} and is ready`)];
  const reason = typeof ready === "string" ? ready : notReady(ready);
  return [
    broken(
      `runs at ${where} and is not ready: ${reason}`,
      "read its log; docs/reference/observability.md explains each check",
    ),
  ];
}

function adviceFor(reason: string): string {
  if (reason === TOO_LATE) return "check that the service is what listens there, and read its log";
  if (OTHER_PROTOCOL.test(reason)) {
    return "check that the service is what listens there, and that it was started with the present `tlsCert`";
  }
  return "check that the address in `listen` is one of this machine's";
}

function notReady({ text }: HttpAnswer): string {
  const failed = [...text.matchAll(/"(\w{1,40})":"failed"/g)].map(([, name = ""]) => name);
  return failed.length === 0 ? "it gives no reason" : `${failed.join(", ")} failed`;
}

/** Returns a string with the reason when there is no answer. Certificates are not verified: no secret is sent. */
async function answerOf(url: URL, answerMs: number): Promise<HttpAnswer | string> {
  const signal = AbortSignal.timeout(answerMs);
  try {
    return await sendHttp(url, { signal, mostBytes: MOST_BYTES, rejectUnauthorized: false });
  } catch (error) {
    return signal.aborted ? TOO_LATE : codeOf(error) || errorText(error);
  }
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
