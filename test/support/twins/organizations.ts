import { createHash } from 'node:crypto';
import { idOf, secretOf, type Mark } from './marks.js';
import { bytea } from './rows.js';

/** An organization of a world. Twins have the same names, repositories, packages, commits and bytes. */
export interface TwinOrganization {
  readonly key: string;
  readonly mark: Mark;
  readonly plan: 'FREE' | 'ENTERPRISE';
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'DELETED';
}

/** The organization whose answers are compared. */
export const OWN: TwinOrganization = { key: 'acme', mark: 'own', plan: 'ENTERPRISE', status: 'ACTIVE' };

/** The others: like it, suspended, deleted, and without the plan. */
export const OTHERS: readonly TwinOrganization[] = [
  { key: 'beta', mark: 'foreign', plan: 'ENTERPRISE', status: 'ACTIVE' },
  { key: 'gone', mark: 'foreign', plan: 'ENTERPRISE', status: 'SUSPENDED' },
  { key: 'erased', mark: 'foreign', plan: 'ENTERPRISE', status: 'DELETED' },
  { key: 'small', mark: 'foreign', plan: 'FREE', status: 'ACTIVE' },
];

export const orgIdOf = ({ key, mark }: TwinOrganization): string => idOf(mark, key, 'organization');
export const ofOrg = ({ key, mark }: TwinOrganization, ...words: readonly string[]): string =>
  idOf(mark, key, ...words);

/** Its people, by what they are. */
export const PEOPLE = { owner: 'OWNER', admin: 'ADMIN', lead: 'MEMBER', member: 'MEMBER' } as const;
export type Person = keyof typeof PEOPLE;

/** The scopes of its service tokens; `{org}` is its id. */
export const TOKENS = {
  all: ['admin:org:{org}'],
  read: ['read:org:{org}'],
  ci: ['ci:org:{org}'],
  grc: ['grc:read'],
} as const;
export type TokenName = keyof typeof TOKENS;

export const tokenOf = ({ key }: TwinOrganization, name: string): string =>
  `${name === 'grc' ? 'mcp_svc_' : 'mcp_tk_'}${secretOf(key, 'token', name)}`;

/** What is stored of a secret. */
export const hashOf = (secret: string): string => bytea(createHash('sha256').update(secret).digest());
