/** A package, container or repository that a launch starts, which is not in the bundle. */
export interface StartedPackage {
  /** As it is written. */
  readonly reference: string;
  /** Whether it always means the same bytes. */
  readonly isPinned: boolean;
}

// npm takes a version that ends like an archive for a file.
const NPM_PIN = /^(?:@[\w.~-]+\/)?[\w.~-]+@\d+\.\d+\.\d+(?:-(?![\w.-]*\.(?:tgz|tar|tar\.gz)$)[\w.-]+)?$/iu;
const PYPI_PIN = /^[\w.-]+(?:\[[\w.,-]*\])?(?:==|@)\d+(?:[\w.!+-]*)$/u;
const IMAGE_PIN = /@sha256:[0-9a-f]{64}$/u;

interface Launcher {
  /** The words before the package. */
  readonly words: readonly string[];
  readonly pin: RegExp;
  /** Options whose value is the package. */
  readonly from?: readonly string[];
}

/** Programs that fetch what they start, and the words with which they do. */
const LAUNCHERS: readonly Launcher[] = [
  ...[
    ['npx'],
    ['bunx'],
    ['pnpx'],
    ['npm', 'exec'],
    ['npm', 'x'],
    ['pnpm', 'dlx'],
    ['yarn', 'dlx'],
    ['bun', 'x'],
  ].map((words) => ({ words, pin: NPM_PIN, from: ['-p', '--package'] })),
  ...[['uvx'], ['uv', 'tool', 'run'], ['pipx', 'run']].map((words) => ({
    words,
    pin: PYPI_PIN,
    from: ['--from', '--spec'],
  })),
  ...[
    ['docker', 'run'],
    ['podman', 'run'],
  ].map((words) => ({ words, pin: IMAGE_PIN })),
];

/** Options without a value that choose nothing. */
const PLAIN = new Set(['-y', '--yes', '-q', '--quiet', '-i', '--interactive', '--rm', '--init', '--']);

/**
 * The package that a command fetches and starts; undefined if it is no such command. With an option that is not known, nothing is
 * taken for pinned: it may take the next word, or choose another package.
 * @param words the program without path and ending, and its arguments
 */
export function startedPackage(words: readonly string[]): StartedPackage | undefined {
  const launcher = LAUNCHERS.find((each) => each.words.every((word, index) => words[index] === word));
  if (launcher === undefined) return undefined;
  const rest = words.slice(launcher.words.length);
  const from = rest.findIndex((word) => launcher.from?.includes(word) === true);
  const at = from === -1 ? rest.findIndex((word) => !word.startsWith('-')) : from + 1;
  const reference = rest[at] ?? '';
  const before = rest.slice(0, from === -1 ? Math.max(at, 0) : from);
  const isPinned = before.every((word) => PLAIN.has(word)) && launcher.pin.test(reference);
  return { reference: reference === '' ? rest.join(' ') : reference, isPinned };
}
