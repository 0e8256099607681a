/** A proxy that opens tunnels with CONNECT, to one server whatever name is asked for. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";

type Manner = "tunnels" | "refuses" | "never answers";

export class ConnectProxy {
  /** `host:port` of each tunnel asked for. */
  readonly asked: string[] = [];
  /** `Proxy-Authorization` of each tunnel asked for. */
  readonly credentials: (string | undefined)[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(targetPort: number, manner: Manner) {
    this.#server = createServer();
    this.#server.on("connection", (socket) => this.#keep(socket));
    this.#server.on("connect", (request, client: Socket) => {
      this.asked.push(request.url ?? "");
      this.credentials.push(request.headers["proxy-authorization"]);
      if (manner === "refuses") client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      if (manner === "never answers") client.resume().on("end", () => client.end());
      if (manner !== "tunnels") return;
      const target = this.#keep(connect(targetPort, "127.0.0.1"));
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(target).pipe(client);
    });
  }

  static async start(targetPort: number, manner: Manner = "tunnels"): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(targetPort, manner);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** `127.0.0.1:port`. */
  get host(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string")
      throw new Error("the proxy does not listen on a port");
    return `127.0.0.1:${address.port}`;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => undefined); // whoever hangs up first is what these tests are about
    return socket;
  }
}
