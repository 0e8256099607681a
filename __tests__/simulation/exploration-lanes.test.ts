/** Every interleaving of what may happen to small queues of lanes: in no state is a truth broken or anybody stuck. */
import { explorationSuite } from "../support/exploration-suite.js";

explorationSuite("lanes", { least: { reduced: 2700, share: 5400, all: 34_000, full: 219_000 } });
