/** How texts of inputs become values. What is refused stands in the table of `action-wrong-inputs.test.ts`. */
import { describe, expect, it } from "@jest/globals";
import { checkedSettings } from "../../../src/action/checked-settings.js";
import { InputReader } from "../../../src/action/input-reader.js";
import { INPUTS, type InputName, isInputName } from "../../../src/action/inputs.js";

function reader(
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): InputReader {
  return new InputReader({
    input: (name) => inputs[name] ?? "",
    environment: (name) => environment[name] ?? "",
  });
}

describe("an input", () => {
  it.each<[InputName, string, unknown]>([
    ["operation", "deleteQueue", "delete-queue"],
    ["operation", "restart-tests", "restart-tests"],
    ["api-url", "https://queue.example.com/v1/", "https://queue.example.com/v1"],
    ["api-url", "http://localhost:8080/v1", "http://localhost:8080/v1"],
    ["api-url", "http://[::1]:8080/v1//", "http://[::1]:8080/v1"],
    ["repository", "acme/.github", { owner: "acme", name: ".github" }],
    ["repository", "*", "*"],
    ["repo-host", "git.example.com:8443", "git.example.com:8443"],
    ["target-branch", "refs/heads/release/1.x", "release/1.x"],
    ["target-branch", "gr\u00fcn", "gr\u00fcn"],
    ["pr-number", "4294967295", 4294967295],
    ["pr-sha", "AB".repeat(20), "ab".repeat(20)],
    ["priority", "URGENT", "urgent"],
    ["priority", "0", 0],
    ["priority", "4294967295", 4294967295],
    ["wait-timeout", "90m", 5_400_000],
    ["poll-interval", "100ms", 100],
    ["timeout", "24d", 2_073_600_000],
    ["retries", "0", 0],
    ["on-error", "Warn", "warn"],
    ["wait", "true", true],
    ["test-run-id", "mq-merge/pr-1/abc-bisection", "abc-bisection"],
  ])("%s takes %j as %j", (name, text, value) => {
    expect(reader({ [name]: text }).value(name)).toEqual(value);
  });

  it.each<[InputName, RegExp]>([
    ["operation", /^Input operation: is missing or empty; expected one of submit, cancel, .*metrics\.$/],
    ["api-url", /; expected an address such as https:.*, or the variable MERGE_QUEUE_API_URL\.$/],
  ])("%s that is missing names what is expected", (name, message) => {
    expect(() => reader({}).required(name)).toThrow(message);
  });

  it.each([
    ["state", "PAUSE", 'Input state: "PAUSE" is not accepted; expected one of RUNNING, PAUSED, DRAINING.'],
    [
      "queue-config",
      "concurrency: x",
      'Input queue-config: concurrency: "x" is not accepted; expected a whole number from 1 to 1000.',
    ],
  ])("%s quotes a setting that is not accepted once", async (name, text, message) => {
    await expect(checkedSettings(reader({ [name]: text }))).rejects.toThrow(message);
  });

  it("quotes a setting without the user of an address", async () => {
    const text = "concurrency: https://mona:secret@git.example/";
    const problem = checkedSettings(reader({ "queue-config": text }));
    await expect(problem).rejects.toThrow('concurrency: "https://***@git.example/" is not accepted');
  });

  it("has its default when the workflow says nothing", () => {
    const inputs = reader({});
    expect(inputs.value("retries")).toBe(3);
    expect(inputs.value("poll-interval")).toBe(15_000);
    expect(inputs.value("wait-timeout")).toBe(3_600_000);
    expect(inputs.value("timeout")).toBeUndefined();
    expect(inputs.value("repository")).toBeUndefined();
  });

  it("falls back to its variable, and prefers what the workflow says", () => {
    const environment = { MERGE_QUEUE_API_URL: "https://a.example/v1", MERGE_QUEUE_API_TOKEN: " token\n" };
    expect(reader({}, environment).value("api-url")).toBe("https://a.example/v1");
    expect(reader({}, environment).value("api-token")).toBe("token");
    expect(reader({ "api-token": "other" }, environment).value("api-token")).toBe("other");
  });

  it("is given only when it says something else than the default", () => {
    expect(reader({ wait: "false" }).isGiven("wait")).toBe(false);
    expect(reader({ wait: "true" }).isGiven("wait")).toBe(true);
    expect(reader({ priority: "" }).isGiven("priority")).toBe(false);
  });
});

describe("the defaults", () => {
  it("are values that their inputs accept", () => {
    const inputs = reader({});
    for (const name of Object.keys(INPUTS).filter(isInputName))
      expect(() => inputs.value(name)).not.toThrow();
  });
});
