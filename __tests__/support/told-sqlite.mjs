/** For `--import`: what a test writes to the file that SQLITE_ORDERS names is said to each store the process has open. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const LOOK_EVERY_MS = 10;
const orders = process.env.SQLITE_ORDERS;
const opened = new Set();

const { prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function prepareAndRemember(...given) {
  opened.add(this);
  return prepare.apply(this, given);
};

setInterval(() => {
  if (!existsSync(orders)) return;
  const order = readFileSync(orders, "utf8");
  const stores = [...opened].filter((database) => database.isOpen && !database.location().endsWith(".lock"));
  for (const store of stores) store.exec(order);
  if (stores.length > 0) rmSync(orders);
}, LOOK_EVERY_MS).unref();
