/** Ports with every call counted; their behaviour does not change. */

import type { WebhookIntake } from "../ports/command-store.js";
import { type DeliveryOutcome, type Meter, secondsSince } from "../ports/meter.js";

/** These ask nothing of git or the forge. */
const NOT_COUNTED: ReadonlySet<unknown> = new Set(["pullRequestUrl", "onChecks", "close"]);
/** Where two methods of a port and of its parts have one name. */
const OPERATIONS: ReadonlyMap<unknown, string> = new Map([["find", "findMerge"]]);

/** The port and its parts, which a forge may lack. Each method that is called counts under its name. */
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
        const hearing = await intake.receive(delivery);
        outcome = typeof hearing === "string" ? hearing : "notUnderstood";
        return hearing;
      } finally {
        meter.count("gitHubDelivery", { outcome });
      }
    },
  };
}
