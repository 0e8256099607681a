/** Where webhooks come in while a process of the story runs; nobody answers while none does. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { WebhookIntake } from "../../../src/service/ports/command-store.js";

export class StoryDoor {
  intake: WebhookIntake | null = null;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#receive(request).then((status) => response.writeHead(status).end());
    });
  }

  static async open(): Promise<StoryDoor> {
    const door = new StoryDoor();
    door.#server.listen(0, "127.0.0.1");
    await once(door.#server, "listening");
    return door;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server listens on no port");
    return `http://127.0.0.1:${address.port}/`;
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
    const { intake } = this;
    if (intake === null) return 502;
    const header = (name: string) => String(request.headers[name] ?? "");
    const bytes = Buffer.concat(chunks);
    const signature = header("x-hub-signature-256");
    const event = header("x-github-event");
    try {
      const heard = await intake.receive({ signature, event, id: header("x-github-delivery"), bytes });
      return heard === "heard" || heard === "ignored" ? 200 : 503;
    } catch {
      return 500;
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
