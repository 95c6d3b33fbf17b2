/** No MCP bundle can be made of a version. The message says why, and is stored with the version. */
export class UnusableBundle extends Error {
  override readonly name = 'UnusableBundle';
}
