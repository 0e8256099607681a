/** What the writer writes the reader reads; what nobody wrote is refused with its line, what belongs there, what to do. */
import { describe, expect, it } from "@jest/globals";
import { readLog } from "../../../../src/service/replay/read-log.js";
import { aQueue, story, submitted } from "../../../support/queue-builder.js";
import { bytesOf, recordedLines } from "../../../support/recorded-log.js";
import { aQueueName } from "../../../support/stored-queue.js";

const first = aQueue();
const { events } = story(first, submitted(1), submitted(2));
const WRITTEN = recordedLines({ first, log: events });
const [HEADER = "", ONE = "", TWO = ""] = WRITTEN;

async function read(text: string): Promise<readonly unknown[]> {
  const { header, lines } = await readLog("a.log", bytesOf(text));
  const all: unknown[] = [header];
  for await (const line of lines) all.push(line);
  return all;
}

function changed(line: string, change: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ ...JSON.parse(line), ...change })}\n`;
}

describe("a log", () => {
  it("is read as it was written", async () => {
    const [header, ...lines] = await read(WRITTEN.join(""));
    expect(header).toEqual({ exportedBy: "1.0.0", name: aQueueName(), queue: first, version: 0 });
    expect(lines).toEqual(
      events.map((event, index) => ({
        source: "a.log",
        lineNumber: index + 2,
        version: index + 1,
        event,
        decision: expect.stringMatching(/^v2:[0-9a-f]{64}$/),
        engine: "1.0.0",
        picture: expect.stringMatching(/^main /),
      })),
    );
  });

  it("may tell of an event that this version does not know", async () => {
    const [, line] = await read(HEADER + changed(ONE, { event: { kind: "moonLanded" } }));
    expect(line).toMatchObject({ event: { kind: "moonLanded" } });
  });

  it("may hold decisions that nobody recorded, and digests of a definition to come", async () => {
    const later = `v12:${"0".repeat(64)}`;
    const nothing = { decision: null, engine: null, picture: null };
    const [, one, two] = await read(HEADER + changed(ONE, nothing) + changed(TWO, { decision: later }));
    expect(one).toMatchObject(nothing);
    expect(two).toMatchObject({ decision: later });
  });

  it.each([
    ["", "line 1: expected a queue's log, but found an empty file; give a file"],
    ["PK\u0003\u0004", "line 1: expected the header of a queue's log, as a JSON object; give a file"],
    ["[]\n", "line 1: expected the header of a queue's log, as a JSON object; give a file"],
    ["{}\n", 'line 1: expected the header of a queue\'s log, with "kind":"queueLog"; give a file'],
    [changed(HEADER, { format: 1 }), 'line 1: expected "format":2, which this version reads; read it with'],
    [
      changed(HEADER, { exportedBy: 1 }),
      'line 1: expected "exportedBy", the version that wrote the log; export',
    ],
    [changed(HEADER, { name: "main" }), 'line 1: expected "name", with repository and target branch; export'],
    [changed(HEADER, { version: -1 }), 'line 1: expected "version", a whole number; export'],
    [
      `${HEADER}\n${ONE}`,
      "line 2: expected an event, as a JSON object; the line is damaged or cut off; export",
    ],
    [
      HEADER + ONE.slice(0, -9),
      "line 2: expected an event, as a JSON object; the line is damaged or cut off;",
    ],
    [HEADER + ONE + changed(TWO, { event: [] }), 'line 3: expected "event", an object; export'],
    ...["x", "0".repeat(64), `v0:${"0".repeat(64)}`, `v1:${"0".repeat(65)}`, undefined].map((decision) => [
      HEADER + ONE + changed(TWO, { decision }),
      'line 3: expected "decision", the digest of a decision, or null; export',
    ]),
    [HEADER + ONE + changed(TWO, { engine: 1 }), 'line 3: expected "engine", the version that made the'],
    [HEADER + ONE + changed(TWO, { picture: 1 }), 'line 3: expected "picture", a text or null; export'],
    [HEADER + ONE + changed(TWO, { version: 2.5 }), 'line 3: expected "version", a whole number; export'],
    [HEADER + TWO, "line 2: expected version 1, but found 2: lines are missing or out of order; export"],
    [
      HEADER + ONE + ONE,
      "line 3: expected version 2, but found 1: lines are missing or out of order; export",
    ],
  ])("is refused where it is not one: %#", async (text, problem) => {
    await expect(read(text)).rejects.toThrow(`a.log, ${problem}`);
  });
});
