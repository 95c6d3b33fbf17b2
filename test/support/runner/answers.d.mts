import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answer as a server has sent it. */
export interface SentAnswer {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export function captureAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  done: (answer: SentAnswer) => void,
): void;
