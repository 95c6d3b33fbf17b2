export const limits = {
  /** Characters of Base64 in one document. */
  encoded: 8 * 1024 * 1024,
  /** Objects looked at in one document. */
  objects: 20_000,
  /** Streams whose text is extracted. */
  streams: 1_000,
  /** Decoded bytes of all streams together. */
  decoded: 24 * 1024 * 1024,
  /** Characters of text handed to the client. */
  text: 60_000,
} as const;
