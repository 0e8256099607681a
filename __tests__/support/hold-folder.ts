/** Started as a process of its own: holds the folder that it is given until it is killed. */
import { holdFolders } from "../../src/service/app/held-folders.js";

const [, , folder = ""] = process.argv;
await holdFolders([folder], { onWait: () => undefined });
process.stdout.write("held\n");
setInterval(() => undefined, 1 << 30);
