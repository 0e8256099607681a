/** The service itself: it need not run yet, and where it runs it says how it is. */
import { codeOf, errorText } from "../../domain/thrown.js";
import { type HttpAnswer, sendHttp } from "../send-http.js";
import { broken, type Check, doubtful, type Found, fine } from "./finding.js";
import type { SettingsHeld } from "./settings-held.js";

const ANSWER_MS = 5000;
const MOST_BYTES = 10_000;
const TOO_LATE = "no answer in time";
/** What comes where something else than HTTP is spoken, or TLS only on one side. */
const OTHER_LANGUAGE = /^(HPE_|EPROTO$|ERR_SSL_|ECONNRESET$)/;
const EVERYWHERE: ReadonlyMap<string, string> = new Map([
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
      if (port === 0) return [fine("serves on whatever port is free, so it was not asked")];
      const origin = `${tlsCertificate === null ? "http" : "https"}://${bracketed(EVERYWHERE.get(host) ?? host)}:${port}`;
      const ask = async (path: string) => answerOf(new URL(path, origin), answerMs);
      return await lookAt(where, ask);
    },
  };
}

async function lookAt(
  where: string,
  ask: (path: string) => Promise<HttpAnswer | string>,
): Promise<readonly Found[]> {
  const health = await ask("/healthz");
  if (health === "ECONNREFUSED") return [fine(`nothing serves at ${where} now`)];
  if (typeof health === "string")
    return [doubtful(`${where} could not be asked: ${health}`, adviceFor(health))];
  if (health.status !== 200 || !health.text.includes('"ok"')) {
    return [
      broken(
        `something else answers at ${where}: /healthz with ${health.status}`,
        "stop it, or name another port as `listen`",
      ),
    ];
  }
  const ready = await ask("/readyz");
  if (typeof ready !== "string" && ready.status === 200) return [fine(`runs at ${where} and is ready`)];
  const said = typeof ready === "string" ? ready : notReady(ready);
  return [
    broken(
      `runs at ${where} and is not ready: ${said}`,
      "read its log; docs/how-to/operating.md says what each check means",
    ),
  ];
}

function adviceFor(reason: string): string {
  if (reason === TOO_LATE) return "see whether what listens there is the service, and read its log";
  if (OTHER_LANGUAGE.test(reason)) {
    return "see whether what listens there is the service, and was started with `tlsCert` as it is set now";
  }
  return "see that this machine has the address of `listen`";
}

function notReady({ text }: HttpAnswer): string {
  const failed = [...text.matchAll(/"(\w{1,40})":"failed"/g)].map(([, name = ""]) => name);
  return failed.length === 0 ? "it does not say why" : `${failed.join(", ")} failed`;
}

/** A text is the reason why there is no answer. The request contains no secret, so any certificate will do. */
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
