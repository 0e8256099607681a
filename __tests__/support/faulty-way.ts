/** A way to a Postgres server on which things go wrong when a test wants them to: it cuts, stalls, or answers itself. */
import { connect, createServer, type Socket } from "node:net";

export interface FaultyWay {
  /** The URL of the database, over this way. */
  readonly url: string;
  /** Ends every connection and takes none, until it is mended. */
  cut(): void;
  /** Lets nothing through in either direction, until it is mended. */
  stall(): void;
  /** Whatever is asked with these words is answered with this failure, and does not reach the server. */
  refuse(words: string, sqlState: string, message: string): void;
  /**
   * Cuts the connection on which these words are asked next, and that one only: before the server has heard them, or
   * after it has answered. `then` is called before whoever asked can notice.
   */
  cutOnce(words: string, when: "before" | "after", then?: () => void): void;
  mend(): void;
  close(): Promise<void>;
}

type State =
  | { readonly kind: "open" | "cut" | "stalled" }
  | { readonly kind: "refusing"; readonly words: string; readonly answer: Buffer }
  | CuttingOnce;

interface CuttingOnce {
  readonly kind: "cuttingOnce";
  readonly words: string;
  readonly when: "before" | "after";
  readonly then: () => void;
}

export async function faultyWay(databaseUrl: string): Promise<FaultyWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: State = { kind: "open" };
  const cutHere = (client: Socket, behind: Socket, asked: Buffer, { when, then }: CuttingOnce) => {
    state = { kind: "open" };
    const cut = () => {
      then();
      behind.destroy();
      client.destroy();
    };
    if (when === "before") {
      cut();
      return;
    }
    behind.removeAllListeners("data");
    behind.once("data", cut);
    behind.write(asked);
  };
  const server = createServer((client) => {
    if (state.kind === "cut") {
      client.destroy();
      return;
    }
    const behind = connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes: Buffer) => {
        if (from === client && state.kind === "refusing" && bytes.includes(state.words))
          client.write(state.answer);
        else if (from === client && state.kind === "cuttingOnce" && bytes.includes(state.words))
          cutHere(client, behind, bytes, state);
        else to.write(bytes);
      });
    }
    if (state.kind === "stalled") for (const socket of [client, behind]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the way to Postgres has no port");
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      state = { kind: "cut" };
      cutAll();
    },
    stall: () => {
      state = { kind: "stalled" };
      for (const socket of sockets) socket.pause();
    },
    cutOnce: (words, when, then = () => undefined) => {
      state = { kind: "cuttingOnce", words, when, then };
    },
    refuse: (words, sqlState, message) => {
      state = { kind: "refusing", words, answer: failure(sqlState, message) };
    },
    mend: () => {
      state = { kind: "open" };
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** ErrorResponse, and ReadyForQuery in a failed transaction. */
function failure(sqlState: string, message: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${sqlState}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields, Buffer.from("Z\0\0\0\u0005E")]);
}
