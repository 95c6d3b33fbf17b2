/** An export of advisories cannot be used. Nothing has been changed. The message is for an administrator. */
export class UnusableExportError extends Error {
  override readonly name = 'UnusableExportError';
}
