import type { BootstrappedAdmin } from './access/local-users/bootstrap-admin.js';
import { PRODUCT_VERSION } from './common/operation/product-version.js';

/** What a server that has been started says of itself. */
export interface Started {
  /** Where it listens. */
  readonly address: string;
  readonly publicUrl: string;
  /** Whether the hub has an identity provider. */
  readonly hasHubUsers: boolean;
  readonly seconds: number;
  /** Whether the person who has started it sits at its terminal. */
  readonly isTerminal: boolean;
}

/** The block at the end of a start: where the server is, and who can sign in. */
export function announcement(
  { address, publicUrl, hasHubUsers, seconds, isTerminal }: Started,
  admin: BootstrappedAdmin | undefined,
): string {
  const password = admin?.generatedPassword;
  const lines = [
    `mcp-hub ${PRODUCT_VERSION} listens on ${address} (started in ${seconds.toFixed(1)} s)`,
    `In a browser: ${publicUrl}`,
    `API documentation: ${publicUrl}/docs`,
    ...(admin === undefined ? [] : [`First administrator: ${admin.username}`]),
    ...(password === undefined ? [] : [`Password (shown this once): ${password}`]),
    ...(hasHubUsers ? [] : [noHubUsers(admin)]),
    ...(isTerminal ? ['Ctrl-C stops it.'] : []),
  ];
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
}

const noHubUsers = (admin: BootstrappedAdmin | undefined): string => {
  const account = admin === undefined ? '' : `; ${admin.username} is an account of the registry alone`;
  return `Nobody can sign in to the hub until an identity provider is configured (IDP_DOMAIN)${account}.`;
};
