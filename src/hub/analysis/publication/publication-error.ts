/** A version that cannot be published as it is: another attempt would fail, too. The message is shown with the version. */
export class UnpublishableError extends Error {
  override readonly name = 'UnpublishableError';
}

/** The organization is suspended or deleted: the publication waits until it may go on. */
export class PublicationSuspendedError extends Error {
  override readonly name = 'PublicationSuspendedError';

  constructor() {
    super('the organization was suspended or deleted');
  }
}

/** Another process has taken over this publication; this attempt records nothing. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError';
}
