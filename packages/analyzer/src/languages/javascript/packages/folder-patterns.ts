/** More alternatives than any workspace has; the rest is left out. */
const MAX_ALTERNATIVES = 100;
const MAX_LENGTH = 300;
/** The number of pairs of characters that are compared; what is left then is not selected. */
const MAX_WORK = 20_000_000;

/** The alternatives of `{a,b}` in a pattern. */
function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0 && done.length + open.length <= MAX_ALTERNATIVES) {
    const next = open.pop() ?? '';
    const [all, inner] = /\{([^{}]*)\}/u.exec(next) ?? [];
    if (all === undefined || inner === undefined) done.push(next);
    else
      for (const each of inner.split(',').slice(0, MAX_ALTERNATIVES))
        open.push(next.replace(all, () => each));
  }
  return done;
}

/** Whether a name matches a pattern in which `*` is any text, in time proportional to the product of their lengths. */
function matchesName(pattern: string, name: string): boolean {
  let [at, of, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[of] === '*') {
      [star, from] = [of, at];
      of += 1;
    } else if (pattern[of] === name[at] || pattern[of] === '?') {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      from += 1;
      at = from;
      of = star + 1;
    } else return false;
  }
  while (pattern[of] === '*') of += 1;
  return of === pattern.length;
}

/** Whether the parts of a path match those of a pattern, of which `**` is any number of parts. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  // For each number of parts of the path, whether the pattern read so far matches them.
  let reached = parts.map(() => false);
  reached = [true, ...reached];
  for (const each of pattern) {
    const next = reached.map(() => false);
    for (let count = 0; count < reached.length; count += 1) {
      if (each === '**') next[count] = reached[count] === true || (count > 0 && next[count - 1] === true);
      else if (count > 0 && reached[count - 1] === true)
        next[count] = matchesName(each, parts[count - 1] ?? '');
    }
    reached = next;
  }
  return reached.at(-1) ?? false;
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/**
 * The folders that patterns of a workspace select: `packages/*`, `apps/**`, `{a,b}/x`, and without those of `!packages/old`.
 * @param folders relative to the folder of the patterns
 */
export function selectedFolders(patterns: readonly string[], folders: readonly string[]): string[] {
  const all = patterns
    .slice(0, MAX_ALTERNATIVES)
    .filter((pattern) => pattern.length <= MAX_LENGTH)
    .flatMap((pattern) => {
      const negated = pattern.startsWith('!');
      return alternatives(negated ? pattern.slice(1) : pattern).map((each) => ({
        negated,
        parts: partsOf(each),
      }));
    })
    .slice(0, MAX_ALTERNATIVES);
  let left = MAX_WORK;
  return folders.filter((folder) => {
    const parts = partsOf(folder);
    let isSelected = false;
    for (const { negated, parts: pattern } of all) {
      left -= (folder.length + 1) * (pattern.join('/').length + 1);
      if (left < 0) return false;
      if (isSelected === negated && matchesParts(pattern, parts)) isSelected = !negated;
    }
    return isSelected;
  });
}
