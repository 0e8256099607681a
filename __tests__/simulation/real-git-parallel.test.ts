/**
 * Random histories lived through by the real loop on a real repository, in lanes: besides what holds in one line, a
 * change that lands past others is byte for byte the one that was tested.
 */
import { realGitSuite } from "../support/real-git-suite.js";

realGitSuite("parallel", { firstSeed: 101, never: [] });
