/**
 * An HTTP server that misbehaves on purpose, down to single bytes: each connection gets the next fault of a
 * script, the last one for ever. It remembers every request, so that a test can tell what was sent.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createGzip } from "node:zlib";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What the server does with one connection, once the request on it has arrived. */
export type Fault = (socket: Socket, request: ReceivedRequest) => void;

interface FaultyServerOptions {
  readonly host?: string;
  /** 0 takes any that is free. */
  readonly port?: number;
}

export class FaultyServer {
  readonly requests: ReceivedRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(script: readonly Fault[]) {
    let next = 0;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => undefined); // a client that hangs up is what these tests are about
      const fault = script[Math.min(next++, script.length - 1)] ?? hangs;
      if (fault === resetsOnConnect) {
        socket.resetAndDestroy();
        return;
      }
      readRequest(socket, (request) => {
        this.requests.push(request);
        fault(socket, request);
      });
    });
  }

  static async start(script: readonly Fault[], options: FaultyServerOptions = {}): Promise<FaultyServer> {
    const server = new FaultyServer(script);
    server.#server.listen(options.port ?? 0, options.host ?? "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get #address(): AddressInfo {
    const address = this.#server.address();
    if (address === null || typeof address === "string")
      throw new Error("the server does not listen on a port");
    return address;
  }

  get port(): number {
    return this.#address.port;
  }

  get apiUrl(): string {
    const { address, family, port } = this.#address;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${port}/v1`;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }
}

export const hangs: Fault = () => undefined;
export const resetsBeforeHeaders: Fault = (socket) => socket.resetAndDestroy();
export const closesWithoutAnswer: Fault = (socket) => socket.end();
/** Recognised by the server: there is no request yet. */
export const resetsOnConnect: Fault = () => undefined;

/** A well-formed answer. */
export function answers(
  status: number,
  body: string | Buffer = "",
  headers: Readonly<Record<string, string>> = {},
): Fault {
  return (socket) => {
    const bytes = Buffer.from(body);
    socket.end(Buffer.concat([head(status, { "content-length": String(bytes.length), ...headers }), bytes]));
  };
}

export function answersJson(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Fault {
  return answers(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

/** These bytes, and then the end of the connection. */
export function says(bytes: string | Buffer): Fault {
  return (socket) => socket.end(bytes);
}

/** The beginning of an answer that announces more, and then what `then` does. */
export function breaksOff(
  then: "closes" | "resets" | "hangs",
  beginning = '{"state":"MER',
  status = 200,
): Fault {
  return (socket) => {
    socket.write(Buffer.concat([head(status, { "content-length": "1000" }), Buffer.from(beginning)]), () => {
      if (then === "closes") socket.end();
      else if (then === "resets") socket.resetAndDestroy();
    });
  };
}

/** A chunked answer without its last chunk. */
export const endsWithoutLastChunk: Fault = (socket) => {
  socket.end(Buffer.concat([head(200, { "transfer-encoding": "chunked" }), Buffer.from("2\r\n{}\r\n")]));
};

/** Never silent for long, never done. */
export function drips(everyMs: number, status = 200): Fault {
  return (socket) => {
    socket.write(head(status, { "content-length": "1000000" }));
    const timer = setInterval(() => socket.write(" "), everyMs);
    socket.on("close", () => clearInterval(timer));
  };
}

/** As many bytes as the client takes, up to `total`. */
export function floods(total: number): Fault {
  return (socket) => {
    socket.write(head(200, { "content-length": String(total), "content-type": "application/json" }));
    const chunk = Buffer.alloc(256 * 1024, " ");
    let left = total;
    const pour = () => {
      while (left > 0 && socket.writable) {
        left -= chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.on("drain", pour);
    pour();
  };
}

/** A small answer that unpacks to `total` bytes. */
export function gzipBomb(total: number): Fault {
  return (socket) => {
    socket.write(head(200, { "content-encoding": "gzip", "content-type": "application/json" }));
    const gzip = createGzip();
    gzip.pipe(socket);
    const chunk = Buffer.alloc(1024 * 1024, " ");
    for (let written = 0; written < total; written += chunk.length) gzip.write(chunk);
    gzip.end();
  };
}

export function redirects(status: number, location?: string): Fault {
  return answers(status, "moved", location === undefined ? {} : { location });
}

/** Interim answers before another one. */
export function after(interim: string, then: Fault): Fault {
  return (socket, request) => {
    socket.write(interim);
    then(socket, request);
  };
}

/** The first part of a slow service: the answer starts late. */
export function late(ms: number, then: Fault): Fault {
  return (socket, request) => {
    const timer = setTimeout(() => then(socket, request), ms);
    socket.on("close", () => clearTimeout(timer));
  };
}

function head(status: number, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`HTTP/1.1 ${status} Some Words\r\n${lines.join("\r\n")}\r\n\r\n`);
}

function readRequest(socket: Socket, done: (request: ReceivedRequest) => void): void {
  const chunks: Buffer[] = [];
  let received = 0;
  let needed = Number.POSITIVE_INFINITY;
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (needed === Number.POSITIVE_INFINITY) needed = neededBytes(Buffer.concat(chunks));
    if (received < needed) return;
    socket.off("data", take);
    socket.resume();
    done(parsed(Buffer.concat(chunks)));
  };
  socket.on("data", take);
}

/** Infinite until the headers are complete. */
function neededBytes(bytes: Buffer): number {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return Number.POSITIVE_INFINITY;
  return end + 4 + Number(parsed(bytes).headers["content-length"] ?? 0);
}

function parsed(bytes: Buffer): ReceivedRequest {
  const end = bytes.indexOf("\r\n\r\n");
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = lines.map((line) => {
    const [name = "", ...value] = line.split(":");
    return [name.toLowerCase(), value.join(":").trim()] as const;
  });
  return { method, path, headers: Object.fromEntries(headers), body: bytes.subarray(end + 4) };
}
