/** A version that cannot be published as it is: another attempt would fail, too. The message is shown with the version. */
export class UnpublishableError extends Error {
  override readonly name = 'UnpublishableError';
}

/** Another process works on the publication: this one stops without a trace. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError';
}
