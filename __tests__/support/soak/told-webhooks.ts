/** Who is told of everything in a life under kills: it fails some messages on their first way, and knows them by id. */
import type { Chance } from "../seeded-chance.js";
import { type WebhookReceiver, webhookReceiver } from "../webhook-receiver.js";

const FAILED_OF_A_HUNDRED = 4;

export class ToldWebhooks {
  readonly url: string;
  /** What was accepted, by the id of the message. */
  readonly bodies = new Map<string, string>();
  readonly differing: string[] = [];
  repeated = 0;
  readonly #receiver: WebhookReceiver;
  readonly #failed = new Set<string>();
  #onTold: () => void = () => undefined;

  private constructor(receiver: WebhookReceiver, chance: Chance) {
    this.#receiver = receiver;
    this.url = receiver.url;
    receiver.behave((response, { headers, body }) => {
      const id = String(headers["webhook-id"]);
      this.#onTold();
      if (!this.#failed.has(id) && !this.bodies.has(id) && chance.whole(1, 100) <= FAILED_OF_A_HUNDRED) {
        this.#failed.add(id);
        response.writeHead(500).end();
        return;
      }
      const before = this.bodies.get(id);
      if (before !== undefined) this.repeated += 1;
      if (before !== undefined && before !== body) this.differing.push(id);
      this.bodies.set(id, body);
      response.writeHead(204).end();
    });
  }

  static async listen(chance: Chance): Promise<ToldWebhooks> {
    return new ToldWebhooks(await webhookReceiver(), chance);
  }

  /** Resolves when the next message arrives, before it is answered. */
  async next(): Promise<void> {
    return new Promise((resolve) => {
      this.#onTold = resolve;
    });
  }

  async close(): Promise<void> {
    await this.#receiver.close();
  }
}
