import { entriesAt } from '../../../packages/values.js';

/** Ranges of dependencies that manifests name by `catalog:`, by the name of the catalog; that without one is `default`. */
export type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

const rangesAt = (value: unknown, ...keys: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    entriesAt(value, ...keys).flatMap(([name, range]) =>
      typeof range === 'string' ? [[name, range] as const] : [],
    ),
  );

/** The catalogs in settings of pnpm or Yarn, or in a manifest for Bun. */
export function catalogsIn(...documents: readonly unknown[]): Catalogs {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const document of documents) {
    const usual = rangesAt(document, 'catalog');
    if (usual.size > 0) found.set('default', usual);
    for (const [name] of entriesAt(document, 'catalogs'))
      found.set(name, rangesAt(document, 'catalogs', name));
  }
  return found;
}
