/** What `git ls-remote` prints. */
import { type CommitId, isCommitId } from "../../domain/ids.js";

export function parseRefListing(listing: string): Map<string, CommitId> {
  const refs = new Map<string, CommitId>();
  for (const line of listing.split("\n")) {
    const [id = "", ref] = line.split("\t");
    if (ref !== undefined && isCommitId(id)) refs.set(ref, id);
  }
  return refs;
}
