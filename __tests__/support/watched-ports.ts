/** Ports between whose calls a test does something: another push, or the end of the process. */
import type { LoopPorts } from "./github-landing-world.js";

/** Called before each call; "dead": the call is never answered, and has no effect. */
type Before = (call: string) => Promise<"dead" | "alive">;

/** Those of `LoopPorts` that a landing uses, besides the clock. */
export function watched({ store, git, clock }: LoopPorts, before: Before): LoopPorts {
  return { store: watch(store, before), git: watch(git, before), clock };
}

const NEVER = new Promise<never>(() => undefined);
/** These answer without a promise. */
const AT_ONCE = new Set<PropertyKey>(["lastSeen", "close"]);

function watch<Port extends object>(port: Port, before: Before): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (AT_ONCE.has(name))
        return (...words: readonly unknown[]): unknown => Reflect.apply(member, target, words);
      return async (...words: readonly unknown[]): Promise<unknown> => {
        if ((await before(String(name))) === "dead") return NEVER;
        const answer: unknown = await Reflect.apply(member, target, words);
        return answer;
      };
    },
  });
}
