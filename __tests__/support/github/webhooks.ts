/**
 * Webhooks as GitHub sends them: signed, numbered, once, and never again on their own. A test may lose, double, hold back
 * and reorder them. https://docs.github.com/en/webhooks/webhook-events-and-payloads
 */
import { createHmac, randomUUID } from "node:crypto";
import type { Chance } from "../seeded-chance.js";

export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly deliveredAt: string;
  readonly body: string;
  /** 0 while there is no answer. */
  status: number;
}

export type Fate = "deliver" | "lose" | "double" | "hold";

export class Webhooks {
  readonly deliveries: Delivery[] = [];
  url: string | null;
  secret: string;
  /** How many met which fate. */
  readonly fates: Record<Fate, number> = { deliver: 0, lose: 0, double: 0, hold: 0 };
  #fate: (delivery: Delivery) => Fate = () => "deliver";
  #held: Delivery[] = [];
  readonly #underWay = new Set<Promise<void>>();

  constructor(url: string | null, secret: string) {
    this.url = url;
    this.secret = secret;
  }

  emit(event: string, payload: Readonly<Record<string, unknown>>): void {
    const action = typeof payload["action"] === "string" ? payload["action"] : null;
    const delivery: Delivery = {
      id: this.deliveries.length + 1,
      guid: randomUUID(),
      event,
      action,
      deliveredAt: new Date().toISOString(),
      body: JSON.stringify(payload),
      status: 0,
    };
    this.deliveries.push(delivery);
    const fate = this.#fate(delivery);
    this.fates[fate] += 1;
    this.#send(delivery, fate);
  }

  /** What becomes of the webhooks from now on. */
  behave(fate: (delivery: Delivery) => Fate): void {
    this.#fate = fate;
  }

  /** Each share is a chance from 0 to 1; what is held back comes after a later one, so in another order. */
  misbehave(
    chance: Chance,
    shares: { readonly lose: number; readonly double: number; readonly hold: number },
  ): void {
    this.#fate = () => {
      const drawn = chance.next();
      if (drawn < shares.lose) return "lose";
      if (drawn < shares.lose + shares.double) return "double";
      if (drawn < shares.lose + shares.double + shares.hold) return "hold";
      if (this.#held.length > 0 && chance.next() < 0.5) this.release();
      return "deliver";
    };
  }

  /** Sends what was held back, newest first. */
  release(): void {
    const held = this.#held.reverse();
    this.#held = [];
    for (const delivery of held) this.#send(delivery, "deliver");
  }

  redeliver(id: number): boolean {
    const delivery = this.deliveries.find((each) => each.id === id);
    if (delivery !== undefined) this.#send(delivery, "deliver");
    return delivery !== undefined;
  }

  /** When every webhook that was sent has been answered. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #send(delivery: Delivery, fate: Fate): void {
    if (fate === "hold") this.#held.push(delivery);
    if (fate === "hold" || fate === "lose" || this.url === null) return;
    for (let times = fate === "double" ? 2 : 1; times > 0; times -= 1) {
      const sent = this.#post(this.url, delivery).finally(() => this.#underWay.delete(sent));
      this.#underWay.add(sent);
    }
  }

  /** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
  async #post(url: string, delivery: Delivery): Promise<void> {
    const signature = createHmac("sha256", this.secret).update(delivery.body).digest("hex");
    const headers = {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/0000000",
      "x-github-delivery": delivery.guid,
      "x-github-event": delivery.event,
      "x-github-hook-id": "1",
      "x-hub-signature-256": `sha256=${signature}`,
    };
    const signal = AbortSignal.timeout(10_000);
    try {
      const response = await fetch(url, { method: "POST", headers, body: delivery.body, signal });
      await response.arrayBuffer();
      delivery.status = response.status;
    } catch {
      delivery.status = 502;
    }
  }
}
