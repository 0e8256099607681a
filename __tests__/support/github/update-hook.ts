/**
 * The hook that git runs for each ref of a push. What can be known before the push is told to it per ref in
 * `PUSH_REFUSALS`; what only the pushed objects show, it looks at itself. Branch protection and rulesets refuse in words
 * of their own, as people report them: https://github.com/gleam-lang/gleam/pull/6080
 */
export const UPDATE_HOOK = `#!/bin/sh
refuse() { printf 'error: GH006: Protected branch update failed for %s.\\nerror: %s\\n' "$1" "$2" >&2; exit 1; }
violates() {
  printf 'error: GH013: Repository rule violations found for %s.\\n' "$1" >&2
  printf 'Review all repository rules at https://github.test/rules\\n\\n' >&2
  printf '%s\\n' "$2" | tr '|' '\\n' | sed 's/^/- /' >&2
  exit 1
}
known=$(printf '%s\\n' "$PUSH_REFUSALS" | grep -F -e "$1	" | head -n 1 | cut -f 2-)
zero=0000000000000000000000000000000000000000
words=$known
[ "\${known#refuse: }" != "$known" ] && refuse "$1" "\${known#refuse: }"
[ "\${known#violates: }" != "$known" ] && violates "$1" "\${known#violates: }"
for word in $words; do
  case "$word" in
    keep-history)
      [ "$2" = "$zero" ] || [ "$3" = "$zero" ] || git merge-base --is-ancestor "$2" "$3" ||
        refuse "$1" "Cannot force-push to this branch" ;;
    signed)
      new="$2..$3"
      [ "$2" = "$zero" ] && new="$3 --not --branches"
      for commit in $(git rev-list $new); do
        git log -1 --format='%ce' "$commit" | grep -q '^noreply@github.com$' && continue
        git verify-commit "$commit" 2>/dev/null ||
          violates "$1" "Commits must have verified signatures."
      done ;;
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
