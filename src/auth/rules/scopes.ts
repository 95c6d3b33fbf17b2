/** The scopes that a user or token can hold (registry contract 3). */
export const SCOPES = [
  'mcp:catalog:read',
  'mcp:resolve',
  'mcp:resolve:prepublish',
  'mcp:publish',
  'artifact:download',
  'evidence:read',
  'token:create',
  'token:list',
  'token:delete',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The hub's service scope: publishing and certifying on every resource, and nothing else (registry contract 6). */
export const SERVICE_PUBLISH_SCOPE = 'admin:publish';

export type ServiceScope = typeof SERVICE_PUBLISH_SCOPE;

/** Whether `text` is a scope that can be granted to tokens. */
export const isScope = (text: unknown): text is Scope => (SCOPES as readonly unknown[]).includes(text);
