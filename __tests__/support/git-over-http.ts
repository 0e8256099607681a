/** A repository behind HTTP, as a forge serves it: with a token that it asks for, and a record of who showed which. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

type Answer = (request: IncomingMessage, response: ServerResponse, server: GitOverHttp) => void;

export class GitOverHttp {
  /** Of every request, in their order; empty text without one, and several with a plus in between. */
  readonly authorizations: string[] = [];
  /** Bytes of every answer together. */
  sentBytes = 0;
  readonly #server: Server;

  private constructor(answer: Answer) {
    this.#server = createServer((request, response) => {
      this.authorizations.push((request.headersDistinct["authorization"] ?? []).join(" + "));
      answer(request, response, this);
    });
  }

  /** Without a token anyone may read. */
  static async serve(folder: string, token: string | null): Promise<GitOverHttp> {
    const expected = `basic ${Buffer.from(`x-access-token:${token ?? ""}`).toString("base64")}`;
    return GitOverHttp.#listen((request, response, server) => {
      if (token !== null && request.headers.authorization?.toLowerCase() !== expected.toLowerCase()) {
        response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
        return;
      }
      backend(folder, request, response, server);
    });
  }

  /** Sends everybody elsewhere. */
  static async redirectingTo(url: string): Promise<GitOverHttp> {
    return GitOverHttp.#listen((request, response) => {
      response.writeHead(302, { location: url + (request.url ?? "") }).end();
    });
  }

  /** Answers everything with these words for a person, which git repeats. */
  static async refusing(status: number, words: string): Promise<GitOverHttp> {
    return GitOverHttp.#listen((_request, response) => {
      response.writeHead(status, { "content-type": "text/plain" }).end(words);
    });
  }

  static async #listen(answer: Answer): Promise<GitOverHttp> {
    const server = new GitOverHttp(answer);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server listens on no port");
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** `git http-backend` as a web server runs it. */
function backend(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  server: GitOverHttp,
): void {
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: pathname.replace(/^\/[^/]+\/[^/]+/, ""),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_ADDR: "127.0.0.1",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(child.stdin);
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  child.on("close", () => {
    const all = Buffer.concat(pieces);
    const end = all.indexOf("\r\n\r\n");
    const lines = all.toString("latin1", 0, end).split("\r\n");
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(": ");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
      }),
    );
    const body = all.subarray(end + 4);
    server.sentBytes += body.length;
    response.writeHead(Number.parseInt(headers.get("status") ?? "200"), Object.fromEntries(headers));
    response.end(body);
  });
}
