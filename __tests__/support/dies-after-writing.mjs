/** For a program to import first: it kills itself after so many files that it has put in their places. */

import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

let left = Number(process.env["DIES_AFTER"]);

for (const name of ["link", "rename"]) {
  const original = files[name];
  files[name] = async (...words) => {
    await original(...words);
    left -= 1;
    if (left > 0) return;
    process.kill(process.pid, "SIGKILL");
    // The signal may arrive a moment later.
    await new Promise(() => undefined);
  };
}
syncBuiltinESMExports();
