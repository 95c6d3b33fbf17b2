/** The report belongs to another attempt, or was deleted with its organization. */
export class LostAttempt extends Error {
  override readonly name = 'LostAttempt';

  constructor() {
    super('the report was taken over');
  }
}
