import { asError } from '../../../common/errors/as-error.js';
import { AnswerTooLargeError } from '../../../common/http/answer-bytes.js';
import { printable } from '../../../common/values/text.js';

/** Why a server could not be asked, in a few words. */
export function failureOf(error: unknown, host: string): string {
  if (error instanceof AnswerTooLargeError) return `${host} answered more than mcp-hub does`;
  const { name, message } = asError(error);
  if (name === 'TimeoutError') return `${host} did not answer in time`;
  const { code } = Object((error as { cause?: unknown }).cause) as NodeJS.ErrnoException;
  return `${host} cannot be reached (${printable(code ?? message, 200)})`;
}
