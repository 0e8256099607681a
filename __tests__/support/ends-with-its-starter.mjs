/** For `node --import`: ends the process with the one that started it, however that ended. */
process.stdin
  .on("end", () => process.exit(1))
  .resume()
  .unref();
