/**
 * Random histories lived through by the real loop on a real repository, in one line: what lands is what was tested,
 * byte for byte, nobody's commit gets lost, and what somebody took off the branch stays off.
 */
import { realGitSuite } from "../support/real-git-suite.js";

realGitSuite("single", { firstSeed: 1, never: ["disjoint", "differing"] });
