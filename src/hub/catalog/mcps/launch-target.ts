export { addressKey, imageKey } from '@mcp-hub/client-configurations/names';

/** The rules in error messages. */
export const IMAGE_RULE =
  'must be the name of an image with its digest and without a tag, name@sha256:<64 hexadecimal digits>';
export const ADDRESS_RULE =
  'must be an https address of at most 400 printable ASCII characters, without user information, fragment, or any of * { } $ | ^ " < > \\ `';
