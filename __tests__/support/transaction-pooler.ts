/**
 * A pooler in front of Postgres, as pgbouncer: it lends a connection for a session, or for one transaction, and refuses
 * parameters of a connection that it does not know.
 */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** For a session; for a transaction, first the connection that was returned last, or each in turn. */
export type Lending = "session" | "newest" | "inTurn";

const CONNECTIONS = 3;
const SSL_REQUEST = 80_877_103;
const PROTOCOL = 196_608;
/** Of pgbouncer 1.18 without `ignore_startup_parameters`. */
const KNOWN = ["user", "database", "application_name", "client_encoding", "DateStyle", "TimeZone"];

interface Lent {
  readonly socket: Socket;
  onMessage: (message: Buffer) => void;
}

export class TransactionPooler {
  readonly url: string;
  readonly #target: URL;
  readonly #server: Server;
  readonly #lending: Lending;
  readonly #idle: Lent[];
  readonly #waiting: ((lent: Lent) => void)[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(target: URL, server: Server, lending: Lending, idle: readonly Lent[]) {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the pooler does not listen");
    const url = new URL(target);
    url.port = String(address.port);
    this.url = url.href;
    this.#target = target;
    this.#server = server;
    this.#lending = lending;
    this.#idle = [...idle];
    server.on("connection", (client) => this.#serve(client));
  }

  static async start(serverUrl: string, lending: Lending): Promise<TransactionPooler> {
    const target = new URL(serverUrl);
    const connections = Array.from({ length: CONNECTIONS }, async () => connected(target));
    const server = createServer().listen(0, "127.0.0.1");
    const [idle] = await Promise.all([Promise.all(connections), once(server, "listening")]);
    return new TransactionPooler(target, server, lending, idle);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    for (const { socket } of this.#idle) socket.destroy();
  }

  #serve(client: Socket): void {
    this.#sockets.add(client);
    client.on("error", () => client.destroy());
    let hasBegun = false;
    let lent: Lent | undefined;
    let turn = Promise.resolve();
    const giveBack = () => {
      if (lent === undefined) return;
      const returned = lent;
      lent = undefined;
      this.#return(returned);
    };
    const pass = async (message: Buffer) => {
      if (lent === undefined) {
        lent = await this.#lend();
        lent.onMessage = (answer) => {
          client.write(answer);
          if (this.#lending !== "session" && answer.toString("latin1", 0, 1) === "Z" && answer[5] === IDLE)
            giveBack();
        };
      }
      lent.socket.write(message);
    };
    split(client, {
      isTyped: () => hasBegun,
      onMessage: (message) => {
        if (!hasBegun) {
          const code = message.readInt32BE(4);
          if (code === SSL_REQUEST) client.write("N");
          else if (code === PROTOCOL) hasBegun = greet(client, message);
        } else if (message.toString("latin1", 0, 1) !== "X") turn = turn.then(async () => pass(message));
      },
    });
    // Its settings would be the next client's.
    client.on("close", () => {
      void turn.then(() => {
        if (lent === undefined) return;
        lent.socket.destroy();
        lent = undefined;
        if (this.#server.listening) void connected(this.#target).then((fresh) => this.#return(fresh));
      });
    });
  }

  async #lend(): Promise<Lent> {
    const lent = this.#lending === "inTurn" ? this.#idle.shift() : this.#idle.pop();
    if (lent !== undefined) return lent;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #return(lent: Lent): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(lent);
    else next(lent);
  }
}

const IDLE = "I".charCodeAt(0);

interface Reader {
  /** False for the first message of a client, which has no type. */
  readonly isTyped: () => boolean;
  readonly onMessage: (message: Buffer) => void;
}

function split(socket: Socket, { isTyped, onMessage }: Reader): void {
  let kept = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    for (;;) {
      const offset = isTyped() ? 1 : 0;
      if (kept.length < offset + 4) return;
      const length = offset + kept.readInt32BE(offset);
      if (kept.length < length) return;
      const message = kept.subarray(0, length);
      kept = kept.subarray(length);
      onMessage(message);
    }
  });
}

/** False: a parameter is refused. */
function greet(client: Socket, startup: Buffer): boolean {
  const names = startup
    .toString("utf8", 8)
    .split("\0")
    .filter((_, index) => index % 2 === 0);
  const refused = names.find((name) => name !== "" && !KNOWN.includes(name));
  if (refused !== undefined) {
    const fields = ["SFATAL", "C08P01", `Munsupported startup parameter: ${refused}`, ""].join("\0");
    client.end(typed("E", Buffer.from(`${fields}\0`)));
    return false;
  }
  client.write(typed("R", Buffer.alloc(4)));
  client.write(typed("S", Buffer.from("server_version\u000018.4\0")));
  client.write(typed("K", Buffer.alloc(8)));
  client.write(typed("Z", Buffer.from("I")));
  return true;
}

async function connected({ hostname, port, username, password, pathname }: URL): Promise<Lent> {
  const socket = connect(Number(port), hostname);
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  const words = ["user", username, "database", pathname.slice(1), "", ""].join("\0");
  const body = Buffer.concat([int32(PROTOCOL), Buffer.from(words)]);
  socket.write(Buffer.concat([int32(body.length + 4), body]));
  return new Promise((resolve, reject) => {
    socket.once("close", () => reject(new Error("the server refused the pooler")));
    const lent: Lent = {
      socket,
      onMessage: (message) => {
        const type = message.toString("latin1", 0, 1);
        const wantsPassword = type === "R" && message.readInt32BE(5) === 3;
        if (wantsPassword) socket.write(typed("p", Buffer.from(`${decodeURIComponent(password)}\0`)));
        if (type === "Z") resolve(lent);
      },
    };
    split(socket, { isTyped: () => true, onMessage: (message) => lent.onMessage(message) });
  });
}

function typed(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
