/** What no setting turns green. */
import { expect, it } from "@jest/globals";
import { runStep } from "../../../src/action/run-step.js";
import { Runtime } from "../../../src/action/runtime.js";

/** Breaks where nobody expects it. */
class BrokenRuntime extends Runtime {
  readonly errors: string[] = [];
  readonly #inputs: Readonly<Record<string, string>> = {
    operation: "status",
    "on-error": "warn",
    summary: "false",
  };

  override input(name: string): string {
    if (name === "priority") throw new TypeError("broken");
    return this.#inputs[name] ?? "";
  }

  override environment(): string {
    return "";
  }

  override error(message: string): void {
    this.errors.push(message);
  }
}

it("a mistake of the action itself is red, also where errors are to be warnings", async () => {
  const runtime = new BrokenRuntime();
  const { signal } = new AbortController();
  expect(await runStep(runtime, { stop: signal, end: signal })).toBe(1);
  expect(runtime.errors).toEqual(["The action failed, which is a bug in the action: broken"]);
});
