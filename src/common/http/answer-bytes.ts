/** Another server has sent more than it may. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

/**
 * Reads an answer of another server.
 * @param max bytes, counted after decompression: half a megabyte of gzip may be hundreds
 * @throws AnswerTooLargeError as soon as there are more; what is left is not read
 */
export async function answerBytes(response: Response, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > max)
      throw new AnswerTooLargeError(`${new URL(response.url).origin} answered more than ${max} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
