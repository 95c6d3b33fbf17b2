import { knownPrefix } from '../engine/texts.js';
import type { Value } from '../engine/value.js';
import type { Listening, Surface } from '../surface/surface.js';

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
