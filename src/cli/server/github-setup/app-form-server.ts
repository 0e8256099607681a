/**
 * A server on loopback with two pages: the form that sends the manifest to GitHub, at an address that other users of this
 * machine cannot guess, and the target of GitHub's redirect. Neither page has a script, or repeats what it received.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { codeOf, errorText } from "../../../domain/thrown.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { codeInRedirect } from "./redirect-code.js";

export interface FormPlan {
  /** The page of GitHub that receives the manifest. */
  readonly action: string;
  readonly manifest: string;
}

const HOST = "127.0.0.1";
const REDIRECT_PATH = "/registered";
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  // No form-action: browsers apply it to later redirects too, such as those of a single sign-on.
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
const TIMEOUT_MS = 10_000;

export class AppFormServer {
  readonly #server: Server;
  readonly #port: number;
  readonly #state: string;
  readonly #formPath = `/${randomBytes(16).toString("base64url")}`;
  readonly #onRefused: (problem: string) => void;
  readonly #code = Promise.withResolvers<string>();
  #form = "";
  #arrived: string | null = null;

  private constructor(server: Server, port: number, state: string, onRefused: (problem: string) => void) {
    this.#server = server;
    this.#port = port;
    this.#state = state;
    this.#onRefused = onRefused;
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response),
    );
  }

  /** Takes the port of an earlier run if it is free, because a browser may still be redirected there. */
  static async listen(
    state: string,
    earlierPort: number | null,
    onRefused: (problem: string) => void,
  ): Promise<AppFormServer> {
    const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS });
    const port = await listening(server, earlierPort ?? 0);
    return new AppFormServer(server, port, state, onRefused);
  }

  get port(): number {
    return this.#port;
  }

  get formUrl(): string {
    return `http://${HOST}:${this.#port}${this.#formPath}`;
  }

  get redirectUrl(): string {
    return `http://${HOST}:${this.#port}${REDIRECT_PATH}`;
  }

  /** Resolves with the code of the first redirect that belongs to this setup. */
  get code(): Promise<string> {
    return this.#code.promise;
  }

  show(plan: FormPlan): void {
    this.#form = formPage(plan);
  }

  async close(): Promise<void> {
    // The browser has its page when the answer is on the way.
    this.#server.closeIdleConnections();
    const closed = once(this.#server, "close");
    this.#server.close();
    const timer = setTimeout(() => this.#server.closeAllConnections(), 1000);
    await closed.finally(() => clearTimeout(timer));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { status, html } = this.#replyTo(request);
    response.writeHead(status, { ...HEADERS, connection: "close" }).end(html);
    if (this.#arrived !== null) this.#code.resolve(this.#arrived);
  }

  #replyTo({ method, url: target = "", headers }: IncomingMessage): Reply {
    const origin = `http://${HOST}:${this.#port}`;
    const url = URL.parse(target, origin);
    // Another host name here is a page of another site that resolves its name to this machine.
    if (url === null || url.origin !== origin || `http://${headers.host}` !== origin) {
      return { status: 403, html: page("This address is not served here.") };
    }
    if (method !== "GET") return { status: 405, html: page("Only GET is served here.") };
    if (url.pathname === this.#formPath && this.#form !== "") return { status: 200, html: this.#form };
    if (url.pathname === REDIRECT_PATH) return this.#redirected(url.searchParams);
    return { status: 404, html: page("There is no such page.") };
  }

  #redirected(parameters: URLSearchParams): Reply {
    const found = codeInRedirect(parameters, this.#state);
    if (!found.ok) {
      this.#onRefused(found.problem);
      const sentence = "This redirect was refused. Start at the address that the terminal shows.";
      return { status: 400, html: page(sentence) };
    }
    if (this.#arrived !== null) {
      return { status: 410, html: page("The code has arrived already. Return to the terminal.") };
    }
    this.#arrived = found.code;
    return {
      status: 200,
      html: page("The code has arrived. Return to the terminal; you can close this page."),
    };
  }
}

interface Reply {
  readonly status: number;
  readonly html: string;
}

async function listening(server: Server, wanted: number): Promise<number> {
  try {
    server.listen(wanted, HOST);
    await once(server, "listening");
  } catch (error) {
    if (wanted !== 0 && ["EADDRINUSE", "EACCES"].includes(codeOf(error))) return listening(server, 0);
    const message = `cannot listen on ${HOST} (${errorText(error)}): allow this user to open a port on loopback`;
    throw new WorldError(message, false, { cause: error });
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a listening server has a port");
  return address.port;
}

function page(sentence: string): string {
  return document(`<p>${escaped(sentence)}</p>`);
}

/** Also written to a file, for a browser on another machine. */
export function formPage({ action, manifest }: FormPlan): string {
  return document(
    `<form method="post" action="${escaped(action)}">
<input type="hidden" name="manifest" value="${escaped(manifest)}">
<p>The App asks for these permissions, of which GitHub shows the list next. Nothing is registered before you confirm there.</p>
<p><button autofocus>Continue at ${escaped(new URL(action).host)}</button></p>
</form>`,
  );
}

function document(body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Register the GitHub App of a merge queue</title>
<h1>Register the GitHub App of a merge queue</h1>
${body}
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
