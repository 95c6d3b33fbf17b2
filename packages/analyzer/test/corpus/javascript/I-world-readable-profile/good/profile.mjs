import { Entry } from '@napi-rs/keyring';

const SERVICE = 'paperlane-mcp';

/** Keeps the token in the key ring of the operating system. */
export async function saveProfile({ account, accessToken }) {
  new Entry(SERVICE, account).setPassword(accessToken);
}
