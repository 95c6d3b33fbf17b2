import {
  decide,
  decideNewest,
  readDecisions,
  seenOf,
  UnusableDecisions,
  askAgainAt,
  type DecisionEntry,
  type DecisionsDocument,
  type SurfaceItem,
} from '@mcp-hub/client-configurations/decisions';
import { currentDate } from '../../../common/values/clock.js';
import type { LoginSettings } from '../../login/login-settings.js';
import type { CertifiedItems, CertifiedParameters } from '../relay/certified-surface.js';
import { isNewest, type ServerReference } from '../server-reference.js';
import type { DecisionsState } from './decisions-store.js';
import type { DecidedSource, KnownDecision } from './known-decision.js';

export { UnusableDecisions };

/** Decisions that were verified, and when the hub is asked for newer ones. */
export interface VerifiedDecisions {
  readonly document: DecisionsDocument;
  readonly seen: NonNullable<DecisionsState['seen']>;
  readonly askAgainAt: number;
}

/**
 * Verifies an envelope with the pinned key alone.
 * @throws UnusableDecisions
 */
export function verifyDecisions(
  bytes: Buffer,
  login: LoginSettings,
  seen: DecisionsState['seen'],
): VerifiedDecisions {
  let envelope: unknown;
  try {
    envelope = JSON.parse(bytes.toString());
  } catch {
    envelope = undefined;
  }
  const now = currentDate();
  const { key, organization, environment } = login;
  const document = readDecisions(envelope, { keys: [key], organization, environment, now, newerThan: seen });
  return { document, seen: seenOf(document), askAgainAt: askAgainAt(document, now).getTime() };
}

/** What verified decisions say of a reference. */
export function knownDecision(document: DecisionsDocument, reference: ServerReference): KnownDecision {
  const { name, version } = reference;
  const isUnnamed = isNewest(reference);
  const verdict = isUnnamed
    ? decideNewest(document, name)
    : decide(document, { name, version, pin: { kind: 'exact' } });
  const { entry } = verdict;
  const isAllowed = verdict.decision === 'ALLOWED';
  const source = entry === undefined || !isAllowed ? null : sourceOf(entry, reference);
  const reasons = isAllowed && source === null ? [NO_BYTES] : verdict.reasons;
  const surface = entry?.surface ?? null;
  return {
    isAllowed,
    ...(isUnnamed && entry !== undefined && { newest: entry.semver ?? entry.version }),
    reasons,
    source,
    surface: surface && {
      tools: itemsOf(surface.tools),
      prompts: surface.prompts && itemsOf(surface.prompts),
      resources: surface.resources && itemsOf(surface.resources),
      parameters: parametersOf(surface.tools),
    },
    surfaceChanges: document.surface_changes,
    validUntil: document.valid_until,
  };
}

const NO_BYTES =
  'the decisions name no bytes of it that can be fetched: it is neither in the registry nor a package of npm or PyPI';

/** The registry's bundle for names of the catalog; the package itself where it was named, or where there is no bundle. */
function sourceOf(entry: DecisionEntry, { name }: ServerReference): DecidedSource | null {
  const { bundle, digest, kind } = entry;
  const isPackage = /^(?:npm|pypi):/.test(name);
  if (bundle !== null && !isPackage) {
    const [, slug = ''] = entry.name.split('/');
    return { kind: 'registry', path: `${bundle.org}/${slug}`, digest: bundle.digest };
  }
  if ((kind !== 'npm' && kind !== 'pypi') || entry.package === null || digest === null) return null;
  return { kind, ...entry.package, digest };
}

/** Two items of one name with different texts are certified as they are, so neither text is compared. */
function itemsOf(items: readonly SurfaceItem[]): CertifiedItems {
  const found: Record<string, string | null> = Object.create(null) as Record<string, string | null>;
  for (const { name, text } of items) found[name] = name in found && found[name] !== text ? null : text;
  return found;
}

/** Of several tools with one name, none: a client sees one of them. */
function parametersOf(tools: readonly SurfaceItem[]): CertifiedParameters {
  const found = new Map<string, SurfaceItem['parameters']>();
  for (const { name, parameters = null } of tools) found.set(name, found.has(name) ? null : parameters);
  return Object.fromEntries(
    [...found].flatMap(([name, parameters]) => (parameters ? [[name, parameters] as const] : [])),
  );
}
