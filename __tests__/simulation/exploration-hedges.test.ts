/** Every interleaving of what may happen to small queues with hedges: in no state is a truth broken or anybody stuck. */
import { explorationSuite } from "../support/exploration-suite.js";

explorationSuite("hedges", { least: { reduced: 800, share: 1600, all: 10_000, full: 53_000 } });
