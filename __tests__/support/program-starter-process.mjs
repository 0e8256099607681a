/**
 * The process of `program-starter.ts`, as small as Node is: it runs programs for the process that started it, by the
 * module that it is given, and ends with it.
 */
const [, , module] = process.argv;
const { runProgram } = await import(module);
const stops = new Map();

process.on("message", ({ kind, id, call }) => {
  if (kind === "stop") stops.get(id)?.abort();
  else void answer(id, call);
});
process.on("disconnect", () => process.exit());

async function answer(id, call) {
  const stop = new AbortController();
  stops.set(id, stop);
  const end = await runProgram({ ...call, signal: stop.signal });
  stops.delete(id);
  process.send({ id, end });
}
