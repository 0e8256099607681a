/** A process of its own that takes orders from the database named by its argument, and writes down when it begins and ends each. */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { EffectAttempts } from "../../src/service/work/attempt-effect.js";
import { InOrder } from "../../src/service/work/in-order.js";
import { sharedReplica } from "./shared-replica.js";

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error("name the database");
const { store, dispatch } = await sharedReplica(url, 1000);
const notes = new pg.Pool({ connectionString: url, max: 2 });
const attempts = new EffectAttempts(
  store,
  {
    perform: async (_name, { id, run }) => {
      const begin = "insert into performed (effect, run) values ($1, $2) returning id";
      const { rows } = await notes.query<{ readonly id: string }>(begin, [id, run]);
      await pause(Math.random() * 30);
      await notes.query("update performed set ended = clock_timestamp() where id = $1", [rows[0]?.id]);
    },
    giveUp: async () => Promise.resolve(false),
  },
  SILENT_LOG,
  new InOrder(),
);
await dispatch.start({
  attempt: async (...order) => attempts.attempt(...order),
  ring: async () => Promise.resolve(null),
  poll: async () => Promise.resolve(),
  tidy: async () => Promise.resolve(),
  serves: () => true,
  meet: async () => Promise.resolve(),
});
process.stdout.write("working\n");
