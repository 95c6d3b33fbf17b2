/** A configuration that cannot be read. The message has the name of the file, the line and the column. */
export class UnreadableConfiguration extends Error {
  /** @param problem what is wrong, without the place */
  constructor(
    place: string,
    readonly problem: string,
  ) {
    super(`${place}: ${problem}`);
  }
}
