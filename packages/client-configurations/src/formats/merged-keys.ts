import type { ClientFormat, EntryKeys, InnerKeys, Role } from './client-format.js';

const isInner = (role: Role | InnerKeys | undefined): boolean => typeof role === 'object';

/** The keys of several formats that read the same file. What decides for one of them decides. */
export function mergedKeys(formats: readonly ClientFormat[]): EntryKeys {
  const merged = new Map<string, Role | InnerKeys>();
  for (const { keys } of formats) {
    for (const [key, role] of Object.entries(keys)) {
      const known = merged.get(key);
      if (known === undefined || known === 'harmless' || (isInner(role) && !isInner(known)))
        merged.set(key, role);
    }
  }
  return Object.fromEntries(merged);
}
