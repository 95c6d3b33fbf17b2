import { option } from '../engine/expressions/call-arguments.js';
import type { CallEvent } from '../engine/events.js';
import { constantOf, textOf, type Value } from '../engine/values/value.js';
import { memoByName } from '../common/memo.js';
import { fieldOf } from '../models/model.js';
import type { Era, ProtocolUse } from './protocol-use.js';
import type { SurfaceCollector } from './surface-collector.js';

/** What the functions of an SDK show, by patterns of their names. */
export interface ProtocolTable {
  /** Constructors of servers. Wrappers of an SDK are those of the SDK. */
  readonly servers: Readonly<Record<string, string>>;
  /** Functions that serve one: the SDK, the era, and the option that decides it. */
  readonly serving: readonly (readonly [pattern: string, library: string, era: Era, decides?: Deciding])[];
}

/** An option and what its values mean; without it, the era of the function. */
interface Deciding {
  readonly name: string;
  readonly eras: readonly (readonly [value: string | boolean, era: Era])[];
}

/** The era that the options of a call say. */
function eraOf(event: CallEvent, usual: Era, decides: Deciding | undefined): Era | 'unknown' {
  if (!decides) return usual;
  const { positional } = event.arguments;
  // `server.WithStateLess(true)`: a function is the option itself.
  const given = decides.name === '' ? positional[0] : option(event, decides.name);
  if (!given) return usual;
  const value = constantOf(given);
  return decides.eras.find(([each]) => each === value)?.[1] ?? 'unknown';
}

/** The texts of a list of constants; `unknown` for any other value. */
function listed(value: Value): readonly string[] | 'unknown' {
  const lists = value.objects.flatMap(({ items, rest }) => (items && !rest ? [items] : []));
  const [items, ...others] = lists;
  const texts = items?.map((item) => textOf(item)) ?? [];
  if (!items || others.length > 0 || value.objects.length !== 1) return 'unknown';
  return texts.every((text) => text !== undefined) ? texts : 'unknown';
}

/** Options that name the versions a server is to speak. */
const VERSIONS = ['supportedProtocolVersions', 'supported_protocol_versions'];

function versionsGiven({ arguments: { positional, named } }: CallEvent): ProtocolUse['versions'] {
  for (const name of VERSIONS) {
    const value = named.get(name) ?? positional.flatMap((each) => fieldOf(each, name) ?? [])[0];
    if (value) return listed(value);
  }
  return undefined;
}

/**
 * Notes which SDK a call makes a server with, or how it serves one.
 * @param paths what it is known by; the names of the call by default
 */
export type NoteProtocol = (event: CallEvent, surface: SurfaceCollector, paths?: readonly string[]) => void;

/** Creates what notes the calls of a language's SDKs. */
export function protocolNotes({ servers, serving }: ProtocolTable): NoteProtocol {
  const makers = Object.entries(servers).map(
    ([pattern, library]) => [new RegExp(pattern, 'u'), library] as const,
  );
  const servings = serving.map(
    ([pattern, library, era, decides]) =>
      ({ pattern: new RegExp(pattern, 'u'), library, era, decides }) as const,
  );
  const known = memoByName((name) => ({
    maker: makers.find(([pattern]) => pattern.test(name))?.[1],
    serving: servings.find(({ pattern }) => pattern.test(name)),
  }));
  return (event, surface, paths = event.names) => {
    for (const name of paths) {
      const { maker, serving: served } = known(name);
      if (maker !== undefined) {
        const versions = versionsGiven(event);
        surface.addProtocol({ library: maker, ...(versions && { versions }) });
      }
      if (served) {
        const { library, era, decides } = served;
        surface.addProtocol({ library, era: eraOf(event, era, decides) });
      }
    }
  };
}
