// Captures the JSON answers of an HTTP server as it sends them, whoever asked: a client of the tests, a browser, a command.
// Preloaded in the servers that tests start (ServerProcess), it appends them to MCP_HUB_TEST_ANSWERS, for the test to check.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

const JSON_TYPE = /^application\/(.+\+)?json\b/;
// Longer ones are left out, so that tests of streams measure the server and not this.
const MAX_LENGTH = 1024 * 1024;

/** Calls `done` with the answer to a request, once it is sent whole: `{ method, url, status, type, text }`. */
export function captureAnswer({ method, url }, response, done) {
  let chunks = [];
  let length = 0;
  const keep = (chunk, encoding) => {
    if ((typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) || chunks === undefined) return;
    const bytes = Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined);
    length += bytes.length;
    if (length > MAX_LENGTH || !JSON_TYPE.test(String(response.getHeader('content-type'))))
      chunks = undefined;
    else chunks.push(bytes);
  };
  for (const name of ['write', 'end']) {
    const original = response[name];
    response[name] = function (chunk, encoding, ...rest) {
      keep(chunk, encoding);
      return original.call(this, chunk, encoding, ...rest);
    };
  }
  response.once('finish', () => {
    if (chunks === undefined) return;
    const type = String(response.getHeader('content-type') ?? '');
    done({ method, url, status: response.statusCode, type, text: Buffer.concat(chunks).toString() });
  });
}

const { MCP_HUB_TEST_ANSWERS: file } = process.env;
/** Servers under test may have no right to write, or no space. */
function append(line) {
  try {
    appendFileSync(file, line);
  } catch {
    // Such an answer is not checked.
  }
}

if (file !== undefined) {
  const prefix = URL.canParse(process.env.PUBLIC_URL ?? '') ? new URL(process.env.PUBLIC_URL).pathname : '/';
  subscribe('http.server.request.start', ({ request, response }) =>
    captureAnswer(request, response, (answer) => {
      // The server of the metrics has no such header.
      if (response.hasHeader('x-request-id')) append(`${JSON.stringify({ ...answer, prefix })}\n`);
    }),
  );
}
