/** Maximum length of an image or address, in UTF-16 code units. */
const MAX_TARGET_LENGTH = 400;

const PART = '[a-z0-9]+(?:(?:\\.|__?|-+)[a-z0-9]+)*';
const HOST = '[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\\d{1,5})?';
// https://github.com/opencontainers/distribution-spec, with the host that registries have.
const IMAGE = new RegExp(`^(?:${HOST}/)?${PART}(?:/${PART})*@sha256:[0-9a-f]{64}$`);
// Wildcards and variables mean more than one address to clients.
const ADDRESS = /^https:\/\/[!#%&'()+,\-./0-9:;=?@A-Z[\]_a-z~]+$/i;

/** The form in which an image is compared; undefined for what is no image with a digest. */
export function imageKey(text: string): string | undefined {
  const plain = text.replace(/^(?:oci|docker):/i, '');
  const at = plain.lastIndexOf('@');
  const key = plain.slice(0, at) + plain.slice(at).toLowerCase();
  return key.length <= MAX_TARGET_LENGTH && IMAGE.test(key) ? key : undefined;
}

/** The normal form of the address of a running server; undefined for an address that clients may take for another one. */
export function addressKey(text: string): string | undefined {
  if (text.length > MAX_TARGET_LENGTH || !ADDRESS.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, hash, hostname, href } = new URL(text);
  if (username !== '' || password !== '' || hash !== '' || text.includes('#')) return undefined;
  return hostname.endsWith('.') || href.length > MAX_TARGET_LENGTH ? undefined : href;
}
