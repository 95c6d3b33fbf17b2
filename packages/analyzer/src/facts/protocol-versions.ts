import type { Event } from '../engine/events.js';
import { constantOf, textOf, type Value } from '../engine/values/value.js';
import { ECOSYSTEMS, type Ecosystem } from '../ir/language-names.js';
import { packagingOf } from '../languages/index.js';
import type { ResolvedDependency } from '../packages/package-facts.js';
import type { ProtocolUse } from '../surface/protocol-use.js';
import releases from './protocol-versions.json' with { type: 'json' };

/** The versions of the protocol that some releases of an SDK speak: after a handshake, and request by request. */
interface Releases {
  readonly from: string;
  readonly to: string;
  readonly handshake: readonly string[];
  readonly stateless?: readonly string[];
}

const RELEASES: ReadonlyMap<string, readonly Releases[]> = new Map(Object.entries(releases));

const VERSION = /^\d{4}-\d{2}-\d{2}$/u;
/** From this version on, the protocol has no handshake. */
const FIRST_STATELESS = '2026-07-28';
/** A server has fewer. */
const MAX_VERSIONS = 50;

/** Whether a version is a prerelease, which may be like those before it or like those after it. */
const isPrerelease = (version: string): boolean => !/^v?\d+(?:\.\d+)*$/u.test(version);

/** What is known of a release of an SDK; newer ones than were read are not known. */
function releasesOf(ecosystem: Ecosystem, name: string, version: string): Releases | undefined {
  const order = packagingOf(ecosystem).versions;
  const read = order.read(version);
  return RELEASES.get(`${ecosystem} ${name}`)?.find(({ from, to }) => {
    if (read === undefined) return false;
    if (isPrerelease(version)) return order.compare(read, from) === 0 && from === to;
    return order.compare(read, from) >= 0 && order.compare(read, to) <= 0;
  });
}

/** The release of an SDK that a package installs; undefined if that is not known, or there are several. */
function installed(library: string, resolved: readonly ResolvedDependency[]): Releases | undefined {
  const found = resolved.filter(
    ({ ecosystem, name }) => name === library && RELEASES.has(`${ecosystem} ${name}`),
  );
  const [first] = found;
  if (!first || found.some(({ version }) => version !== first.version)) return undefined;
  return ECOSYSTEMS.includes(first.ecosystem)
    ? releasesOf(first.ecosystem, first.name, first.version)
    : undefined;
}

/** The versions that servers made with one SDK speak; undefined if that is not known. */
function versionsOf(
  uses: readonly ProtocolUse[],
  { handshake, stateless }: Releases,
): readonly string[] | undefined {
  const limits = uses.flatMap(({ versions }) => versions ?? []);
  if (limits.includes('unknown')) return undefined;
  const eras = new Set(uses.flatMap(({ era }) => era ?? []));
  const served = stateless ? eras : new Set(['handshake'] as const);
  if (served.size === 0 || served.has('unknown')) return undefined;
  const isServed = (version: string): boolean =>
    served.has('both') || served.has(version >= FIRST_STATELESS ? 'stateless' : 'handshake');
  const spoken = [...handshake, ...(stateless ?? [])].filter(isServed);
  if (limits.length === 0) return spoken;
  // A server without the option speaks all versions, and another one those that it names.
  const isLimited = uses.every(({ era, versions }) => era !== undefined || versions !== undefined);
  const named = limits.filter((version) => VERSION.test(version) && isServed(version));
  return isLimited ? named : [...spoken, ...named];
}

/** Fields of the answers that name the versions of a server: of `initialize`, and of `server/discover`. */
const FIELDS: ReadonlySet<string> = new Set(['protocolVersion', 'protocol_version', 'supportedVersions']);
/** What the answer has besides; a request has the name of the client. */
const BESIDE = ['serverInfo', 'server_info', 'capabilities'];
const OF_CLIENT = ['clientInfo', 'client_info'];

/** Collects the versions that a server written without an SDK names in its answers. */
export class OwnProtocol {
  private readonly answers = new Map<number, Value>();
  private readonly values = new Map<number, Value[]>();

  see(event: Event): void {
    if (event.kind !== 'store' || !FIELDS.has(event.name) || !event.object) return;
    for (const { id } of event.object.objects) {
      this.answers.set(id, event.object);
      this.values.set(id, [...(this.values.get(id) ?? []), event.value].slice(0, MAX_VERSIONS));
    }
  }

  /** The versions; undefined without such an answer, or if one is computed: a server may repeat what the client wants. */
  get versions(): readonly string[] | undefined {
    const found = new Set<string>();
    for (const [id, answer] of this.answers) {
      const fields = answer.objects.flatMap((object) => (object.id === id ? [object.fields] : []));
      const has = (names: readonly string[]): boolean =>
        fields.some((each) => names.some((name) => each.has(name)));
      if (!has(BESIDE) || has(OF_CLIENT)) continue;
      for (const value of this.values.get(id) ?? []) {
        const texts = textsIn(value);
        if (texts.length === 0) return undefined;
        for (const text of texts) found.add(text);
      }
    }
    return found.size === 0 ? undefined : [...found];
  }
}

/** The versions that a value surely is: a constant, or a list of constants. */
function textsIn(value: Value): readonly string[] {
  const constant = constantOf(value);
  if (typeof constant === 'string') return VERSION.test(constant) ? [constant] : [];
  const items = value.objects.flatMap((object) => object.items ?? []);
  const texts = items.flatMap((item) => textOf(item) ?? []);
  return texts.length === items.length && texts.every((text) => VERSION.test(text)) ? texts : [];
}

/**
 * The versions of the protocol that the servers of a package speak, oldest first; null if one of them is not known.
 * @param own what servers without an SDK name
 */
export function protocolVersions(
  uses: readonly ProtocolUse[],
  resolved: readonly ResolvedDependency[],
  own: readonly string[] | undefined,
): readonly string[] | null {
  const libraries = Map.groupBy(uses, ({ library }) => library);
  if (libraries.size === 0) return own === undefined ? null : [...own].sort();
  const spoken = new Set<string>();
  for (const [library, its] of libraries) {
    const release = installed(library, resolved);
    const versions = release && versionsOf(its, release);
    if (!versions || versions.length === 0) return null;
    for (const version of versions) spoken.add(version);
  }
  return [...spoken].sort().slice(0, MAX_VERSIONS);
}
