import { folderRole } from '../../files/role-names.js';
import { networkListening, reachOfHost, type Reach } from '../../facts/listening.js';
import { isTestName } from '../../sources/source-names.js';
import type { Found } from '../../findings/found.js';
import type { Listening, Surface } from '../../surface/surface.js';
import { isCodeFile, isScriptFile } from './code-files.js';
import { lineText } from './locations.js';
import type { PackageView } from '../rule.js';

/** The reach of a listening server. */
export function reachOf(listening: Listening, view: PackageView): Reach {
  if (listening.host) return reachOfHost(listening.host);
  const line = lineText(view, listening.file, listening.line);
  // Node listens on all interfaces by default, Python servers on loopback.
  if (/\.listen\s*\(/u.test(line) && isScriptFile(listening.file)) return 'everywhere';
  return listening.file.endsWith('.py') ? 'loopback' : 'unknown';
}

/** The address of all interfaces, as an argument or a default. */
const ALL_INTERFACES =
  /(?:\|\||\?\?|\bdefault\s*[=:]|\bhost\s*[=:]|getenv\([^)]{0,200},|(?:environ|env)\.get\([^)]{0,200},|\.default\()\s*['"](?:0\.0\.0\.0|::)['"]/iu;

/** Addresses of clients, for which that of all interfaces is taken. */
const OF_CLIENT = /(?:source|remote|client|peer|sender|user)_?(?:ip|addr)|forwarded/iu;

const isProduct = (path: string): boolean =>
  isCodeFile(path) && !isTestName(path) && !path.split('/').slice(0, -1).some(folderRole);

/** The lines of code that give the address of all interfaces. */
export function* addressesForAll(view: PackageView): Generator<{ file: string; line: number }> {
  for (const file of view.paths) {
    const { text, lines } = (isProduct(file) ? view.file(file) : undefined) ?? { text: '', lines: [] };
    if (!/['"](?:0\.0\.0\.0|::)['"]/u.test(text)) continue;
    for (const [index, line] of lines.entries())
      if (ALL_INTERFACES.test(line) && !/^\s*(?:#|\/\/|\*)/u.test(line) && !OF_CLIENT.test(line))
        yield { file, line: index + 1 };
  }
}

/** The widest reach of the package's servers. */
export function widestReach(view: PackageView): Reach {
  const reaches = networkListening(view.surface).map((each) => reachOf(each, view));
  if (reaches.includes('everywhere') || !addressesForAll(view).next().done) return 'everywhere';
  return reaches.includes('loopback') ? 'loopback' : 'unknown';
}

/** Whether servers are only reached from their own machine, whatever is configured. */
export const isFixedLoopback = ({ surface }: PackageView, reach: Reach): boolean =>
  reach === 'loopback' &&
  networkListening(surface).every(({ host }) => host === undefined || host.constants !== undefined);

/** What else a finding about a listener is about: the route that is registered for it, or the server that listens. */
export function listeningEnd({ file, line, route }: Listening, surface: Surface): Found['end'] {
  if (route) return { file: route.file, line: route.line, message: `route ${route.name}` };
  const servers = networkListening(surface).filter(({ isServer }) => isServer);
  const server = servers.find((each) => each.file === file) ?? servers[0];
  return server && (server.file !== file || server.line !== line)
    ? { file: server.file, line: server.line, message: 'the server listens' }
    : undefined;
}
