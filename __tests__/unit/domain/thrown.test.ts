/** The text of anything that can be thrown. */
import { expect, it } from "@jest/globals";
import { codeOf, errorText } from "../../../src/domain/thrown.js";

const refused = (address: string) =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED" });

it.each([
  ["an error", new Error("disk full"), "disk full"],
  ["an error of another realm", { message: "disk full" }, "disk full"],
  ["a text", "disk full", "disk full"],
  ["nothing", undefined, "undefined"],
  ["an error without a message", new TypeError(""), "TypeError"],
  ["an error with a code alone", Object.assign(new Error(""), { code: "EPIPE" }), "EPIPE"],
  [
    "a failure to connect to two addresses",
    new AggregateError([refused("::1:1"), refused("127.0.0.1:1")], ""),
    "connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1",
  ],
  ["several failures with a message", new AggregateError([refused("::1:1")], "both failed"), "both failed"],
])("is, of %s, what it says", (_what, thrown, text) => {
  expect(errorText(thrown)).toBe(text);
});

it("has a code or none", () => {
  expect([codeOf(refused("::1:1")), codeOf(new Error("x")), codeOf(null)]).toEqual(["ECONNREFUSED", "", ""]);
});
