/** A document cannot become a PDF within the limits; the message is for the client. */
export class UnprintableReport extends Error {
  override readonly name = 'UnprintableReport';
}

/** This machine has no browser that can print; the message says what to do. */
export class MissingBrowser extends Error {
  override readonly name = 'MissingBrowser';
}
