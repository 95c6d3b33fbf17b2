import { SERVICE_TOKEN_SCOPES, type ServiceTokenScope } from '../../api/catalogs.gen.ts';

interface ScopeWords {
  readonly name: string;
  readonly hint: string;
}

/** What the scopes of service tokens are for, those that may the least first. */
const WORDS: Readonly<Record<ServiceTokenScope, ScopeWords>> = {
  'ci:org': {
    name: 'Ask the gate',
    hint: 'For pipelines: evaluates servers by the policies, and reads managed settings.',
  },
  'read:org': { name: 'Read private MCPs', hint: 'With their findings, reports and bundles.' },
  'read:public': { name: 'Read public MCPs and start scans', hint: 'Nothing of the organization.' },
  'grc:read': {
    name: 'Read the GRC API',
    hint: 'For Vanta, Drata, ServiceNow and other compliance platforms.',
  },
  'admin:org': {
    name: 'Do everything that an administrator may',
    hint: 'For tools that manage the organization. Ends with its creator’s role.',
  },
};

/** The scopes as forms offer them. */
export const SCOPES = Object.entries(WORDS) as readonly (readonly [ServiceTokenScope, ScopeWords])[];

/** The text of a scope in a request. */
export const scopeOf = (scope: ServiceTokenScope, orgId: string): string =>
  SERVICE_TOKEN_SCOPES[scope] ? `${scope}:${orgId}` : scope;

/** The name of a scope for readers. */
export const scopeName = (scope: string): string =>
  SCOPES.find(([known]) => scope === known || scope.startsWith(`${known}:`))?.[1].name ?? scope;

/** Whether a scope lets a token ask the gate. */
export const asksGate = (scope: string): boolean => /^(?:ci|admin):org:/.test(scope);
