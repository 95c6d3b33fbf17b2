import { extensionOf } from '../../files/package-path.js';
import type { TextFile } from '../../files/text-file.js';

/** A line of a script that writes to a fixed name in a shared folder. */
interface TemporaryWrite {
  readonly line: number;
  readonly path: string;
}

const NAME = '/(?:var/)?tmp/[\\w./-]+';
/** A path of fixed characters, or with the process id, quoted or not. */
const TARGET = `["']?(${NAME}(?:\\$\\$|\\$\\{?BASHPID\\}?)?[\\w.-]*)["']?(?=$|[\\s;&|)])`;
const WRITES: readonly RegExp[] = [
  new RegExp(`(?<![<>&\\d])(?:[12&])?>{1,2}\\|?\\s*${TARGET}`, 'u'),
  new RegExp(`\\btee\\s+(?:-a\\s+)?${TARGET}`, 'u'),
  new RegExp(`\\btar\\s+-?[a-z]*c[a-z]*f\\s+${TARGET}`, 'u'),
  new RegExp(
    `\\b(?:curl|wget|gcc|go build)\\b[^|;]*\\s(?:-o|-O|--output|--output-document)[\\s=]${TARGET}`,
    'u',
  ),
];
const COMMENT = /^\s*#/u;
const MAX_LINE = 1000;

const isShell = ({ path, lines }: TextFile): boolean =>
  /^(?:sh|bash|zsh|ksh)$/u.test(extensionOf(path)) ||
  (extensionOf(path) === '' && /^#!.*\b(?:ba|z|da|k)?sh\b/u.test(lines[0] ?? ''));

/** The writes of a shell script below `/tmp` to names that others can predict; one for each name. */
export function* temporaryWrites(file: TextFile): Generator<TemporaryWrite> {
  if (file.role !== 'product' || !isShell(file) || !file.text.includes('/tmp/')) return;
  const seen = new Set<string>();
  for (const [index, text] of file.lines.entries()) {
    if (COMMENT.test(text) || text.length > MAX_LINE) continue;
    for (const write of WRITES) {
      const path = write.exec(text)?.[1];
      if (path === undefined || seen.has(path)) continue;
      seen.add(path);
      yield { line: index + 1, path };
    }
  }
}
