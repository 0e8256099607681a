/** A client that sends bytes as a test wants them, and tells what came back and whether the other side hung up. */
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const PATIENCE_MS = 8000;

export class RawClient {
  readonly #socket: Socket;
  #received = "";
  #isEnded = false;
  readonly #watchers = new Set<() => void>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#note(() => (this.#received += chunk.toString("latin1"))));
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => this.#note(() => (this.#isEnded = true)));
    }
  }

  static async open(url: string): Promise<RawClient> {
    const { hostname, port, protocol } = new URL(url);
    const where = { host: hostname, port: Number(port), allowHalfOpen: true };
    const isTls = protocol === "https:";
    const socket = isTls ? connectTls({ ...where, rejectUnauthorized: false }) : connect(where);
    const client = new RawClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once(isTls ? "secureConnect" : "connect", resolve);
      socket.once("error", reject);
    });
    return client;
  }

  get received(): string {
    return this.#received;
  }

  send(bytes: string | Uint8Array): this {
    this.#socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    return this;
  }

  /** Sends more only as fast as the other side takes it; false when it has hung up. */
  async sendWhole(bytes: Uint8Array): Promise<boolean> {
    if (this.#isEnded || this.#socket.write(bytes)) return !this.#isEnded;
    await this.#until(
      "the bytes are taken",
      () => !this.#socket.writableNeedDrain || this.#isEnded,
      (look) => this.#socket.once("drain", look),
    );
    return !this.#isEnded;
  }

  /** Says that nothing more will come, and goes on listening. */
  halfClose(): this {
    this.#socket.end();
    return this;
  }

  /** Resolves with everything so far when it matches. */
  async receives(pattern: RegExp): Promise<string> {
    await this.#until(String(pattern), () => pattern.test(this.#received) || this.#isEnded);
    if (!pattern.test(this.#received)) throw new Error(`hung up after ${JSON.stringify(this.#received)}`);
    return this.#received;
  }

  /** Resolves with everything that came when the other side hangs up. */
  async ends(): Promise<string> {
    await this.#until("the end", () => this.#isEnded);
    return this.#received;
  }

  close(): void {
    this.#socket.destroy();
  }

  #note(change: () => void): void {
    change();
    for (const look of this.#watchers) look();
  }

  async #until(what: string, holds: () => boolean, also: (look: () => void) => void = () => undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const look = () => {
      if (holds()) resolve(undefined);
    };
    const giveUp = () => reject(new Error(`waited for ${what}, received ${JSON.stringify(this.#received)}`));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    this.#watchers.add(look);
    also(look);
    look();
    await promise.finally(() => {
      clearTimeout(timer);
      this.#watchers.delete(look);
    });
  }
}
