/** The service itself: it need not run yet, and where it runs it says how it is. */
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import { broken, type Check, doubtful, type Found, fine } from "./finding.js";
import type { SettingsHeld } from "./settings-held.js";

const ANSWER_MS = 5000;
const MOST_CHARACTERS = 10_000;
const TOO_LATE = "no answer in time";
/** What comes where something else than HTTP is spoken, or TLS only on one side. */
const OTHER_LANGUAGE = /^(HPE_|EPROTO$|ERR_SSL_|ECONNRESET$)/;
const EVERYWHERE: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

interface Answer {
  readonly status: number;
  readonly text: string;
}

export function serviceCheck(held: SettingsHeld, answerMs = ANSWER_MS): Check {
  return {
    name: "service",
    look: async () => {
      const { listen, tlsCertificate } = held("listen", "tlsCertificate");
      const { host, port } = listen;
      const where = `${host.includes(":") ? `[${host}]` : host}:${port}`;
      if (port === 0) return [fine("serves on whatever port is free, so it was not asked")];
      const ask = async (path: string) =>
        answerOf({
          host: EVERYWHERE.get(host) ?? host,
          port,
          path,
          isTls: tlsCertificate !== null,
          answerMs,
        });
      return await lookAt(where, ask);
    },
  };
}

async function lookAt(
  where: string,
  ask: (path: string) => Promise<Answer | string>,
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

function notReady({ text }: Answer): string {
  const failed = [...text.matchAll(/"(\w{1,40})":"failed"/g)].map(([, name = ""]) => name);
  return failed.length === 0 ? "it does not say why" : `${failed.join(", ")} failed`;
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly isTls: boolean;
  readonly answerMs: number;
}

/** A text says why there is no answer. Nothing is shown to whoever answers, so no certificate has to fit. */
async function answerOf({ isTls, answerMs, ...at }: Address): Promise<Answer | string> {
  const request = isTls ? requestTls : requestPlain;
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(answerMs);
    const asked = request({ ...at, signal, rejectUnauthorized: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
        if (text.length > MOST_CHARACTERS) asked.destroy();
      });
      const done = () => resolve({ status: response.statusCode ?? 0, text });
      response.on("end", done);
      response.on("error", done);
    });
    asked.on("error", (error) => {
      const reason = "code" in error && typeof error.code === "string" ? error.code : error.message;
      resolve(signal.aborted ? TOO_LATE : reason);
    });
    asked.end();
  });
}
