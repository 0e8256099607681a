/** Addresses of pages on GitHub, for people. */
import type { Repository } from "../../../../domain/repository.js";

export function branchUrl(repository: Repository, branch: string): string {
  return `${repositoryUrl(repository)}/tree/${branch.split("/").map(encodeURIComponent).join("/")}`;
}

export function commitUrl(repository: Repository, commit: string): string {
  return `${repositoryUrl(repository)}/commit/${encodeURIComponent(commit)}`;
}

/** An address that CI reported: only when it leads to a page of this very repository, as anybody may report one. */
export function urlWithin(repository: Repository, url: string): string | null {
  const base = repositoryUrl(repository).toLowerCase();
  if (!URL.canParse(url)) return null;
  const { href, username, password } = new URL(url);
  const isWithin = href.toLowerCase().startsWith(`${base}/`) && username === "" && password === "";
  return isWithin ? href : null;
}

function repositoryUrl({ host, owner, name }: Repository): string {
  return `https://${host}/${owner}/${name}`;
}
