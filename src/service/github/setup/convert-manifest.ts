/** Exchanges the code of a registration for the App with its private key. GitHub answers each code once, within an hour. */
import * as z from "zod/mini";
import { ForgeError, type WorldError } from "../../ports/world-error.js";
import { read } from "../api/answers.js";
import { noAnswer, wordsOf } from "../api/call-failure.js";
import { guardedFetch } from "../api/guarded-fetch.js";
import { type Answer, openWire } from "../api/one-request.js";

export interface RegisteredApp {
  readonly id: number;
  readonly slug: string;
  /** The public page of the App. */
  readonly htmlUrl: string;
  readonly owner: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly privateKey: string;
  /** Null: the App has no webhook. */
  readonly webhookSecret: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
}

export type Conversion =
  | { readonly kind: "converted"; readonly app: RegisteredApp }
  /** The code was used, is older than an hour, or was never given. */
  | { readonly kind: "unknownCode" };

export type AccountKind = "organization" | "user" | "unknown";

/** Calls that need no credentials. They may throw `ForgeError`, which never contains a part of an answer with secrets. */
export interface AnonymousCalls {
  convert(code: string, signal: AbortSignal): Promise<Conversion>;
  accountKind(login: string, signal: AbortSignal): Promise<AccountKind>;
}

/** It becomes the only line of a file. */
const oneLine = z.string().check(z.regex(/^[!-~]+$/));
const text = z.string().check(z.minLength(1));
const converted = z.object({
  id: z.int().check(z.positive()),
  slug: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]*$/)),
  html_url: text,
  owner: z.object({ login: text }),
  permissions: z.record(z.string(), z.string()),
  pem: z
    .string()
    .check(
      z.regex(/^\s*-----BEGIN (?:RSA )?PRIVATE KEY-----\s[\s\S]*-----END (?:RSA )?PRIVATE KEY-----\s*$/),
    ),
  webhook_secret: z.nullish(oneLine),
  client_id: oneLine,
  client_secret: oneLine,
});
const account = z.object({ type: z.string() });

const LIMITS = { attemptMs: 20_000, mostBytes: 1024 * 1024 };

export function anonymousCalls(apiUrl: string, userAgent: string): AnonymousCalls {
  const wire = openWire({ apiUrl, userAgent, fetch: guardedFetch(LIMITS) });
  return {
    async convert(code, signal) {
      const answer = await wire.ask("POST /app-manifests/{code}/conversions", { code }, {}, signal);
      if (answer.status === 404 || answer.status === 422) return { kind: "unknownCode" };
      if (answer.status !== 201) throw refused(answer);
      const {
        html_url: htmlUrl,
        owner,
        pem,
        webhook_secret: secret,
        client_id: clientId,
        client_secret: clientSecret,
        ...app
      } = read(converted, answer.data, "the new App");
      const secrets = { privateKey: pem, webhookSecret: secret ?? null, clientSecret };
      return { kind: "converted", app: { ...app, ...secrets, clientId, htmlUrl, owner: owner.login } };
    },
    async accountKind(login, signal) {
      const { status, data } = await wire.ask("GET /users/{login}", { login }, {}, signal);
      const found = status === 200 ? account.safeParse(data) : null;
      if (found?.success !== true) return "unknown";
      return found.data.type === "Organization" ? "organization" : "user";
    },
  };
}

function refused({ status, data }: Answer): WorldError {
  const what = "the code of the registration";
  if (status === 0) return noAnswer(data, `GitHub gave no usable answer to ${what}`);
  // Answers of success contain the key, so only the words of a refusal are shown.
  const words = status >= 400 ? wordsOf(data) : "";
  const cause = words === "" ? "" : `: ${words}`;
  return new ForgeError(`GitHub answered ${what} with ${status}${cause}`, status >= 500 || status === 429);
}
