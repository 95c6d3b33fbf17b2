/** The types of resources in audit events (hub contract 13). */
export const RESOURCE_TYPES = ['mcp', 'policy', 'member', 'token'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The type of each kind of resource, which is what the name of an action begins with (ADR 90). */
const TYPE_OF_KIND = {
  mcp: 'mcp',
  version: 'mcp',
  upload: 'mcp',
  analysis: 'mcp',
  suppression: 'mcp',
  report: 'mcp',
  report_schedule: 'mcp',
  category: 'mcp',
  tag: 'mcp',
  registry_version: 'mcp',
  registry_artifact: 'mcp',
  policy: 'policy',
  organization: 'policy',
  area: 'policy',
  webhook: 'policy',
  allow_list: 'policy',
  mcp_launch: 'policy',
  audit: 'policy',
  evaluation: 'policy',
  registry_organization: 'policy',
  advisory: 'policy',
  member: 'member',
  area_member: 'member',
  invitation: 'member',
  user: 'member',
  session: 'member',
  registry_member: 'member',
  token: 'token',
  registry_token: 'token',
} as const satisfies Readonly<Record<string, ResourceType>>;

/** A kind of resource, such as `version`. */
export type ResourceKind = keyof typeof TYPE_OF_KIND;

const isKind = (kind: string): kind is ResourceKind => Object.hasOwn(TYPE_OF_KIND, kind);

/** The name of an audit event: `<kind>.<verb>`. */
export type AuditAction = `${ResourceKind}.${string}`;

/** The kind of resource that an action is about. */
export const kindOfAction = (action: string): string => action.slice(0, action.indexOf('.'));

/** Whether a text is the name of an event about a known kind. */
export const isAuditAction = (action: string): action is AuditAction => isKind(kindOfAction(action));

/** The type of a kind. What an older version of the hub recorded about a kind that no longer exists was a setting. */
export const typeOfKind = (kind: string): ResourceType => (isKind(kind) ? TYPE_OF_KIND[kind] : 'policy');

/** All kinds of a type. */
export const kindsOf = (type: ResourceType): readonly ResourceKind[] =>
  Object.keys(TYPE_OF_KIND).filter(
    (kind): kind is ResourceKind => isKind(kind) && TYPE_OF_KIND[kind] === type,
  );
