import canonicalize from 'canonicalize';
import { isObject } from '../../common/values/json.js';

/** A manifest in its canonical form (RFC 8785). */
export interface CanonicalManifest {
  /** The bytes that are stored, served and hashed. */
  readonly bytes: Buffer;
  /** The same with an empty `package.version`: what versions of one package have in common. */
  readonly unversioned: string;
}

/** The canonical forms of a manifest; each member is written once, because manifests can be large. */
export function canonicalForms(manifest: object): CanonicalManifest {
  const members = new Map(
    Object.entries(manifest).map(([key, value]: [string, unknown]) => [key, canonicalText(value)]),
  );
  const bytes = Buffer.from(canonicalObject(members));
  const { package: pack } = manifest as { readonly package?: unknown };
  if (isObject(pack)) members.set('package', canonicalText({ ...pack, version: '' }));
  return { bytes, unversioned: canonicalObject(members) };
}

// Both sort by UTF-16 code units (RFC 8785, 3.2.3).
const canonicalObject = (members: ReadonlyMap<string, string>): string =>
  `{${[...members.keys()]
    .sort()
    .map((key) => `${canonicalText(key)}:${members.get(key)}`)
    .join(',')}}`;

function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('a JSON value has a canonical form');
  return text;
}
