/** An API that answers as a test says, down to cut and silent connections, and remembers what it was asked. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export interface AskedOfGitHub {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type ScriptedAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      /** Instead of JSON. */
      readonly raw?: string;
    }
  /** The connection ends without an answer. */
  | "cut"
  /** Nothing ever comes. */
  | "silence";

/** `times`: how often the same was asked before. */
export type AnswerToGitHub = (asked: AskedOfGitHub, times: number) => ScriptedAnswer;

export class ScriptedGitHub {
  readonly asked: AskedOfGitHub[] = [];
  readonly #server: Server;
  #answer: AnswerToGitHub;

  private constructor(answer: AnswerToGitHub) {
    this.#answer = answer;
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  static async listen(answer: AnswerToGitHub): Promise<ScriptedGitHub> {
    const github = new ScriptedGitHub(answer);
    github.#server.listen(0, "127.0.0.1");
    await once(github.#server, "listening");
    return github;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server listens on no port");
    return `http://127.0.0.1:${address.port}`;
  }

  /** `GET /repos/acme/shop/pulls/7`, of all that was asked. */
  get lines(): readonly string[] {
    return this.asked.map(({ method, path }) => `${method} ${path}`);
  }

  answers(answer: AnswerToGitHub): void {
    this.#answer = answer;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += String(piece);
    const asked = { method, path, headers, body };
    const times = this.asked.filter((other) => other.method === method && other.path === path).length;
    this.asked.push(asked);
    const answer = this.#answer(asked, times);
    if (answer === "silence") return;
    if (answer === "cut") {
      response.destroy();
      return;
    }
    const { status = 200 } = answer;
    const text = answer.raw ?? (answer.body === undefined ? "" : JSON.stringify(answer.body));
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...answer.headers });
    response.end(text);
  }
}
