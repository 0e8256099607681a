/**
 * The hook that git runs for each ref of a push. What can be known before the push is told to it per ref in
 * `PUSH_REFUSALS`; what only the pushed objects show, it looks at itself.
 */
export const UPDATE_HOOK = `#!/bin/sh
refuse() { echo "error: GH006: Protected branch update failed for $1. $2" >&2; exit 1; }
known=$(printf '%s\\n' "$PUSH_REFUSALS" | grep -F -e "$1	" | head -n 1 | cut -f 2-)
zero=0000000000000000000000000000000000000000
words=$known
[ "\${known#refuse: }" != "$known" ] && refuse "$1" "\${known#refuse: }"
for word in $words; do
  case "$word" in
    keep-history)
      [ "$2" = "$zero" ] || [ "$3" = "$zero" ] || git merge-base --is-ancestor "$2" "$3" ||
        refuse "$1" "Cannot force-push to this branch" ;;
    no-merges)
      [ "$2" = "$zero" ] || [ "$3" = "$zero" ] || [ -z "$(git rev-list --merges "$2..$3")" ] ||
        refuse "$1" "This branch must not contain merge commits." ;;
  esac
done
[ -z "$REFUSE_WORKFLOWS" ] || [ "$3" = "$zero" ] && exit 0
git ls-tree -r "$3" .github/workflows | while read -r mode type blob path; do
  for branch in $(git for-each-ref --format='%(refname)' refs/heads); do
    [ "$(git rev-parse -q --verify "$branch:$path")" = "$blob" ] && continue 2
  done
  echo "error: refusing to allow a GitHub App to create or update workflow $path without workflows permission" >&2
  exit 1
done || exit 1
`;
