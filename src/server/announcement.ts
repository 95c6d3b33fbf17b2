import type { BootstrappedAdmin } from '../auth/local-users/bootstrap-admin.js';
import { PRODUCT_VERSION } from '../common/operation/product-version.js';

/** Data for the announcement of a started server. */
export interface Started {
  /** Address on which it listens. */
  readonly address: string;
  readonly publicUrl: string;
  /** Whether the hub has an identity provider. */
  readonly hasHubUsers: boolean;
  readonly seconds: number;
  /** Whether standard output is an interactive terminal. */
  readonly isTerminal: boolean;
}

/** The message at the end of the startup: the addresses of the server, and who can sign in. */
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

/** The message of a process that only analyzes. */
export const workerAnnouncement = (seconds: number): string =>
  `\n  mcp-hub ${PRODUCT_VERSION} analyzes (started in ${seconds.toFixed(1)} s)\n\n`;

const noHubUsers = (admin: BootstrappedAdmin | undefined): string => {
  const account = admin === undefined ? '' : `; ${admin.username} is an account of the registry only`;
  return `Nobody can sign in to the hub until an identity provider is configured (IDP_DOMAIN)${account}.`;
};
