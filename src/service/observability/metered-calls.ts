/** Wraps ports to count and time each call, without changing their behaviour. */

import type { WebhookIntake } from "../ports/command-store.js";
import { type DeliveryOutcome, type Meter, secondsSince } from "../ports/meter.js";

/** Methods that make no call to git or the forge. */
const NOT_COUNTED: ReadonlySet<unknown> = new Set(["pullRequestUrl", "onChecks", "close"]);
/** Names for methods whose own name is ambiguous between a port and its parts. */
const OPERATIONS: ReadonlyMap<unknown, string> = new Map([["find", "findMerge"]]);

/** Wraps the port and its optional parts. Each call counts under the method's name. */
export function metered<Port extends object>(
  port: Port,
  activity: "gitCall" | "forgeCall",
  meter: Meter,
): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === "object" && member !== null) return metered(member, activity, meter);
      if (typeof member !== "function") return member;
      const call = (request: readonly unknown[]): unknown => Reflect.apply(member, target, request);
      if (NOT_COUNTED.has(name)) return (...request: readonly unknown[]) => call(request);
      const operation = OPERATIONS.get(name) ?? String(name);
      return async (...request: readonly unknown[]) => {
        const startedAt = performance.now();
        let outcome: "succeeded" | "failed" = "failed";
        try {
          const result = await call(request);
          outcome = "succeeded";
          return result;
        } finally {
          meter.observe(activity, { operation, outcome }, secondsSince(startedAt));
        }
      };
    },
  });
}

export function meteredIntake(intake: WebhookIntake, meter: Meter): WebhookIntake {
  return {
    receive: async (delivery) => {
      let outcome: DeliveryOutcome = "failed";
      try {
        const receipt = await intake.receive(delivery);
        outcome = typeof receipt === "string" ? receipt : "notUnderstood";
        return receipt;
      } finally {
        meter.count("gitHubDelivery", { outcome });
      }
    },
  };
}
