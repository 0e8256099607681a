/** One alarm per key. */
import { describe, expect, it } from "@jest/globals";
import { Alarms } from "../../../../src/service/work/store-dispatch.js";
import { manualClock } from "../../../support/manual-clock.js";

function ringing() {
  const clock = manualClock();
  const rung: string[] = [];
  const alarms = new Alarms(clock, (key) => {
    rung.push(`${key} at +${clock.now() - 1_000_000}`);
  });
  return { clock, rung, alarms };
}

describe("Alarms", () => {
  it("ring once, at their time", async () => {
    const { clock, rung, alarms } = ringing();
    alarms.set("main", clock.now() + 500);
    await clock.advance(499);
    expect(rung).toEqual([]);
    await clock.advance(1000);
    expect(rung).toEqual(["main at +500"]);
  });

  it("are replaced when they are set again, and taken away by null", async () => {
    const { clock, rung, alarms } = ringing();
    alarms.set("main", clock.now() + 500);
    alarms.set("main", clock.now() + 900);
    alarms.set("next", clock.now() + 100);
    alarms.set("next", null);
    await clock.advance(2000);
    expect(rung).toEqual(["main at +900"]);
  });

  it("ring at once when their time is past", async () => {
    const { clock, rung, alarms } = ringing();
    alarms.set("main", clock.now() - 5000);
    await clock.advance(0);
    expect(rung).toEqual(["main at +0"]);
  });

  it("are silent after they were cleared", async () => {
    const { clock, rung, alarms } = ringing();
    alarms.set("main", clock.now() + 500);
    alarms.clear();
    await clock.advance(1000);
    expect(rung).toEqual([]);
  });
});
