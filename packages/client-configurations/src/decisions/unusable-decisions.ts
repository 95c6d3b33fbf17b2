/** Why decisions are refused. */
export type DecisionsRefusal =
  | 'not_signed_decisions'
  | 'unknown_key'
  | 'bad_signature'
  | 'unknown_format'
  | 'invalid_content'
  | 'other_organization'
  | 'other_environment'
  | 'not_yet_valid'
  | 'expired'
  | 'rolled_back';

/** Decisions that decide nothing. The message is one line without texts of the document that were not verified. */
export class UnusableDecisions extends Error {
  override readonly name = 'UnusableDecisions';

  constructor(
    readonly refusal: DecisionsRefusal,
    message: string,
  ) {
    super(message);
  }
}
