import { daysAgo } from './marks.js';
import { hashOf, ofOrg, orgIdOf, TOKENS, tokenOf, type TwinOrganization } from './organizations.js';
import type { TwinRows } from './rows.js';

/** Adds service tokens and invitations. */
export function addCredentials(rows: TwinRows, org: TwinOrganization): void {
  for (const [index, [name, scopes]] of Object.entries(TOKENS).entries()) {
    addToken(rows, org, name, {
      scopes: scopes.map((scope) => scope.replace('{org}', orgIdOf(org))),
      // Two at a time.
      created_at: daysAgo(15, Math.floor(index / 2)),
    });
  }
  for (const role of ['MEMBER', 'ADMIN']) {
    addInvitation(rows, org, role.toLowerCase(), { role, created_at: daysAgo(1) });
  }
}

/** Adds a service token. */
export function addToken(
  rows: TwinRows,
  org: TwinOrganization,
  name: string,
  columns: Readonly<Record<string, unknown>>,
): void {
  rows.add('service_token', {
    id: ofOrg(org, 'token', name),
    org_id: orgIdOf(org),
    name: `Token ${name}`,
    description: `Token ${name} of ${org.key}`,
    token_hash: hashOf(tokenOf(org, name)),
    token_prefix: tokenOf(org, name).slice(0, 8),
    scopes: ['read:public'],
    created_by: ofOrg(org, 'user', 'owner'),
    creator_user_id: ofOrg(org, 'user', 'owner'),
    created_at: daysAgo(15),
    expires_at: daysAgo(-90),
    ...columns,
  });
}

/** Adds an invitation. */
export function addInvitation(
  rows: TwinRows,
  org: TwinOrganization,
  name: string,
  columns: Readonly<Record<string, unknown>>,
): void {
  // Each organization has invited the same people.
  const email = `invited-${name}@example.com`;
  rows.add('invitation', {
    id: ofOrg(org, 'invitation', name),
    org_id: orgIdOf(org),
    email,
    email_key: email,
    role: 'MEMBER',
    invited_by: ofOrg(org, 'user', 'owner'),
    created_at: daysAgo(1),
    expires_at: daysAgo(-6),
    ...columns,
  });
}

/** Adds webhooks with their deliveries. */
export function addWebhooks(rows: TwinRows, org: TwinOrganization): void {
  for (const name of ['first', 'second']) {
    const webhook = ofOrg(org, 'webhook', name);
    rows.add('outbound_webhook', {
      id: webhook,
      org_id: orgIdOf(org),
      url: `https://${name}.${org.key}.example.com/hook`,
      events: ['gate.failed'],
      enabled: true,
      secret: '',
      created_at: daysAgo(9),
      updated_at: daysAgo(9),
    });
    for (const status of ['DELIVERED', 'DEAD', 'PENDING']) {
      const event = ofOrg(org, 'event', name, status);
      rows.add('organization_event', {
        id: event,
        org_id: orgIdOf(org),
        type: 'gate.failed',
        data: {},
        created_at: daysAgo(8),
      });
      rows.add('outbound_delivery', {
        id: ofOrg(org, 'delivery', name, status),
        webhook_id: webhook,
        event_id: event,
        status,
        run_after: daysAgo(-8),
        retry_until: daysAgo(-9),
        created_at: daysAgo(8, status === 'DEAD' ? 1 : 2),
      });
    }
  }
}
