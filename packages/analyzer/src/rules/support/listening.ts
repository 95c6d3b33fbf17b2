import { folderRole } from '../../files/role-names.js';
import { isTestName } from '../../sources/source-names.js';
import { knownPrefix } from '../../engine/texts.js';
import type { Value } from '../../engine/value.js';
import type { Listening, Surface } from '../../surface/surface.js';
import { isCodeFile, isScriptFile } from './code-files.js';
import { lineText } from './locations.js';
import type { PackageView } from '../rule.js';

/** From where a server can be reached: from every network, only from its own machine, or unknown. */
export type Reach = 'everywhere' | 'loopback' | 'unknown';

const EVERYWHERE = /^(?:(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|::|::0|\[::0?\]|\*)(?::\d*)?\/?|(?::\d*)?)$/iu;
const LOOPBACK = /^(?:[a-z]+:\/\/)?(?:127(?:\.\d+){3}|localhost|::1|\[::1\])(?::\d*)?\/?$/iu;

/** The reach of a host, given as a name, with a port, or as a URL. */
export function reachOfHost(host: Value): Reach {
  const texts = host.constants?.map(String) ?? [];
  if (texts.some((text) => EVERYWHERE.test(text))) return 'everywhere';
  if (texts.length > 0 && texts.every((text) => LOOPBACK.test(text))) return 'loopback';
  const start = knownPrefix(host);
  if (/^(?:(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|\[?::\]?):|:)$/iu.test(start)) return 'everywhere';
  return /^(?:[a-z]+:\/\/)?(?:127(?:\.\d+){3}|localhost|\[::1\]):/iu.test(start) ? 'loopback' : 'unknown';
}

/** The reach of a listening server. */
export function reachOf(listening: Listening, view: PackageView): Reach {
  if (listening.host) return reachOfHost(listening.host);
  const line = lineText(view, listening.file, listening.line);
  // Node listens on all interfaces by default, Python servers on loopback.
  if (/\.listen\s*\(/u.test(line) && isScriptFile(listening.file)) return 'everywhere';
  return listening.file.endsWith('.py') ? 'loopback' : 'unknown';
}

const OVER_NETWORK = new Set(['http', 'sse', 'websocket']);

/** The listeners for clients other than the parent process. */
export const networkListening = ({ listening }: Surface): readonly Listening[] =>
  listening.filter(({ transport }) => OVER_NETWORK.has(transport));

/** Whether every network listener serves TLS itself. */
export function speaksTls(surface: Surface): boolean {
  const described = networkListening(surface).flatMap(({ tls }) => tls ?? []);
  return described.length > 0 && described.every(Boolean);
}

/** Whether clients must authenticate. */
export const authenticates = ({ authSignals }: Surface): boolean =>
  [...authSignals].some((signal) => signal !== 'none');

/** The address of all interfaces, as an argument or a default. */
const ALL_INTERFACES =
  /(?:\|\||\?\?|\bdefault\s*[=:]|\bhost\s*[=:]|getenv\([^)]{0,200},|(?:environ|env)\.get\([^)]{0,200},|\.default\()\s*['"](?:0\.0\.0\.0|::)['"]/iu;

const isProduct = (path: string): boolean =>
  isCodeFile(path) && !isTestName(path) && !path.split('/').slice(0, -1).some(folderRole);

/** The lines of code that give the address of all interfaces. */
export function* addressesForAll(view: PackageView): Generator<{ file: string; line: number }> {
  for (const file of view.paths) {
    const { text, lines } = (isProduct(file) ? view.file(file) : undefined) ?? { text: '', lines: [] };
    if (!/['"](?:0\.0\.0\.0|::)['"]/u.test(text)) continue;
    for (const [index, line] of lines.entries())
      if (ALL_INTERFACES.test(line) && !/^\s*(?:#|\/\/|\*)/u.test(line)) yield { file, line: index + 1 };
  }
}

/** The widest reach of the package's servers. */
export function widestReach(view: PackageView): Reach {
  const reaches = networkListening(view.surface).map((each) => reachOf(each, view));
  if (reaches.includes('everywhere') || !addressesForAll(view).next().done) return 'everywhere';
  return reaches.includes('loopback') ? 'loopback' : 'unknown';
}
