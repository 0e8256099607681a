/** Questions and answers: defaults, wrong answers, the end of stdin, and an interruption. */
import { PassThrough } from "node:stream";
import { beforeEach, expect, it } from "@jest/globals";
import { Dialog } from "../../../../../src/cli/server/github-setup/dialog.js";

let stdin: PassThrough;
let printed = "";
let interruption: AbortController;

beforeEach(() => {
  stdin = new PassThrough();
  printed = "";
  interruption = new AbortController();
});

function dialog(takesDefaults = false): Dialog {
  const output = {
    write: (text: string) => {
      printed += text;
    },
  };
  const surroundings = {
    ...{ environment: {}, stdin, stdout: output, stderr: output },
    interruption: () => interruption.signal,
  };
  return new Dialog(surroundings, { takesDefaults, signal: interruption.signal });
}

const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);

it("asks again after a wrong answer, and takes the default for an empty one", async () => {
  stdin.write("many\n7\n\n");
  const one = dialog();
  expect(await one.ask("How many?", "3", number, "a number")).toBe(7);
  expect(await one.ask("How many?", "3", number, "a number")).toBe(3);
  expect(printed).toBe("How many? [3]\nExpected a number.\nHow many? [3]\nHow many? [3]\n");
});

it("takes the default at the end of stdin, also after a wrong last answer, and no yes", async () => {
  stdin.end("many");
  const one = dialog();
  expect(await one.ask("How many?", "3", number, "a number")).toBe(3);
  expect(await one.confirms("Change it?")).toBe(false);
});

it("asks nothing with --yes, which confirms nothing", async () => {
  const one = dialog(true);
  expect(await one.ask("How many?", "3", number, "a number")).toBe(3);
  expect(await one.confirms("Change it?")).toBe(false);
  expect(printed).toBe("");
});

it.each(["y", " YES ", "Y"])("confirms by %j", async (answer) => {
  stdin.write(`${answer}\n`);
  expect(await dialog().confirms("Change it?")).toBe(true);
});

it.each(["", "n", "yesterday", "yes please"])("does not confirm by %j", async (answer) => {
  stdin.write(`${answer}\n`);
  expect(await dialog().confirms("Change it?")).toBe(false);
});

it("leaves a line that comes after a wait was given up to the next question", async () => {
  const one = dialog();
  const over = new AbortController();
  const waiting = one.line(over.signal);
  over.abort();
  expect(await waiting).toBeNull();
  const answer = one.ask("How many?", "3", number, "a number");
  stdin.write("9\n");
  expect(await answer).toBe(9);
});

it("ends a question on an interruption", async () => {
  const answer = dialog().confirms("Change it?");
  interruption.abort();
  await expect(answer).rejects.toThrow("interrupted");
});

it("shows untrusted lines without control characters, with their indentation", () => {
  dialog().show("on:\n  push: \u001b[31mred\u202e");
  expect(printed).toBe("    on:\n      push: red\n");
});
