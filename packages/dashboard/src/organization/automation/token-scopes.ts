/** A scope of service tokens, as forms offer it. */
export interface ScopeChoice {
  /** Without the organization. */
  readonly scope: string;
  readonly isOfOrganization: boolean;
  readonly name: string;
  readonly hint: string;
}

/** The scopes, those that may the least first. */
export const SCOPES: readonly ScopeChoice[] = [
  {
    scope: 'ci:org',
    isOfOrganization: true,
    name: 'Ask the gate',
    hint: 'For pipelines: evaluates servers by the policies, and reads managed settings.',
  },
  {
    scope: 'read:org',
    isOfOrganization: true,
    name: 'Read private MCPs',
    hint: 'With their findings, reports and bundles.',
  },
  {
    scope: 'read:public',
    isOfOrganization: false,
    name: 'Read public MCPs and start scans',
    hint: 'Nothing of the organization.',
  },
  {
    scope: 'grc:read',
    isOfOrganization: false,
    name: 'Read the GRC API',
    hint: 'For Vanta, Drata, ServiceNow and other compliance platforms.',
  },
  {
    scope: 'admin:org',
    isOfOrganization: true,
    name: 'Do everything that an administrator may',
    hint: 'For tools that manage the organization. Ends with its creator’s role.',
  },
];

/** The text of a scope in a request. */
export const scopeOf = ({ scope, isOfOrganization }: ScopeChoice, orgId: string): string =>
  isOfOrganization ? `${scope}:${orgId}` : scope;

/** The name of a scope for readers. */
export const scopeName = (scope: string): string =>
  SCOPES.find(({ scope: known }) => scope === known || scope.startsWith(`${known}:`))?.name ?? scope;

/** Whether a scope lets a token ask the gate. */
export const asksGate = (scope: string): boolean => /^(?:ci|admin):org:/.test(scope);
