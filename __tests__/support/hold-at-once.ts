/** A process of its own that takes much work at once from the database named by its argument, and tells what Node warns of. */
import { HeldWork } from "../../src/service/storage/postgres/held-work.js";
import { systemClock } from "../../src/service/system-clock.js";

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error("name the database");
const warnings: string[] = [];
process.on("warning", ({ message }) => warnings.push(message));
const held = new HeldWork({ url, clock: systemClock });
const keys = Array.from({ length: 20 }, (_, index) => `order ${index}`);
const taken = await Promise.all(keys.map(async (key) => held.take(key)));
await Promise.all(keys.map(async (key) => held.letGo(key)));
await held.close();
process.stdout.write(JSON.stringify({ taken: taken.filter((isTaken) => isTaken).length, warnings }));
