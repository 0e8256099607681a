/** Which database a command about tokens is for: the one it is told of, or that of the service of this environment. */
import type { Database } from "../../service/storage/database.js";
import { databaseFor, NoDatabase } from "../store/database-of.js";
import type { Surroundings } from "../surroundings.js";
import { WrongUse } from "./wrong-use.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

export function chosenDatabase({ database }: StoreFlags, surroundings: Surroundings): Database {
  try {
    return databaseFor(database, surroundings);
  } catch (error) {
    if (error instanceof NoDatabase) throw new WrongUse(error.message);
    throw error;
  }
}
