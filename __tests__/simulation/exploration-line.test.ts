/** Every interleaving of what may happen to small queues of one line: in no state is a truth broken or anybody stuck. */
import { explorationSuite } from "../support/exploration-suite.js";

explorationSuite("line", { least: { reduced: 3700, share: 7400, all: 49_000, full: 233_000 } });
