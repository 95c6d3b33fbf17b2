import { constantPrefix } from '../engine/expressions/texts.js';
import { constantOf, constantValue, type Value } from '../engine/values/value.js';
import type { Listening, Surface } from '../surface/surface.js';

/** From where a server can be reached: from every network, only from its own machine, or unknown. */
export type Reach = 'everywhere' | 'loopback' | 'unknown';

const EVERYWHERE = /^(?:(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|::|::0|\[::0?\]|\*)(?::\d*)?\/?|(?::\d*)?)$/iu;
const LOOPBACK = /^(?:[a-z]+:\/\/)?(?:127(?:\.\d+){3}|localhost|::1|\[::1\])(?::\d*)?\/?$/iu;

/** The reach of a host, given as a name, with a port, or as a URL. */
export function reachOfHost(host: Value): Reach {
  const usual = constantOf(host.assumed?.value);
  if (usual !== undefined && usual !== null && !host.constants) return reachOfHost(constantValue(usual));
  const texts = host.constants?.map(String) ?? [];
  if (texts.some((text) => EVERYWHERE.test(text))) return 'everywhere';
  if (texts.length > 0 && texts.every((text) => LOOPBACK.test(text))) return 'loopback';
  const start = constantPrefix(host);
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

/** The listeners at which clients of the protocol arrive: its transports, or servers that speak it without a library. */
export function protocolListeners(surface: Surface): readonly Listening[] {
  const listening = networkListening(surface);
  const transports = listening.filter(({ isServer }) => !isServer);
  // Beside standard input, a server has other purposes: a sign-in comes back to it.
  const isOther = surface.listening.some(({ transport }) => transport === 'stdio');
  return transports.length > 0 || isOther ? transports : listening;
}

/** Whether the clients of a listener must authenticate, unless somebody configures it otherwise. */
export const isGuarded = ({ access }: Pick<Listening, 'access'>): boolean =>
  access?.authentication === 'required';

/** Whether a listener refuses requests from pages of other sites. */
export const refusesForeign = ({ access }: Pick<Listening, 'access'>): boolean =>
  access?.origin === 'required';

/** Whether the clients of all listeners must authenticate. */
export const authenticates = (surface: Surface): boolean => isEach(surface, isGuarded);

/** Whether all listeners refuse requests from pages of other sites. */
export const checksOrigin = (surface: Surface): boolean => isEach(surface, refusesForeign);

function isEach(surface: Surface, holds: (listening: Listening) => boolean): boolean {
  const listening = protocolListeners(surface);
  return listening.length > 0 && listening.every(holds);
}
