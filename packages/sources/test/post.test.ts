import { describe, expect, it } from '@jest/globals';
import { post, SourceError, type PostOptions } from '../src/index.js';
import { body, Listener, redirectTo, truncated } from './support/listener.js';

const aRequest = (change: Partial<PostOptions> = {}): PostOptions => ({
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ä"}',
  signal: new AbortController().signal,
  maxBytes: 1000,
  ...change,
});

const refusal = async (sent: Promise<unknown>): Promise<string> => {
  const error: unknown = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof SourceError ? error.code : String(error);
};

const trusting = ({ origin }: Listener): Partial<PostOptions> => ({ trusted: new Set([origin]) });

describe('an address that requests are not sent to', () => {
  it.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://169.254.169.254',
    'http://example.com',
    'https://user:secret@example.com',
  ])('%s is refused without a connection', async (origin) => {
    const listener = await Listener.start();
    const url = new URL(`${origin}:${listener.port}/a`);
    expect(await refusal(post(url, aRequest()))).toBe('refused_address');
    expect(listener.connections).toBe(0);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
  ])('is refused when its name has %s', async (_what, addresses) => {
    const lookup: PostOptions['lookup'] = (_hostname, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    const listener = await Listener.start();
    const url = new URL(`https://hooks.example.com:${listener.port}/a`);
    expect(await refusal(post(url, aRequest({ lookup })))).toBe('refused_address');
    expect(listener.connections).toBe(0);
  });

  it('is another port of a trusted host', async () => {
    const [trusted, other] = [await Listener.start(), await Listener.start()];
    expect(await refusal(post(new URL(`${other.origin}/a`), aRequest(trusting(trusted))))).toBe(
      'refused_address',
    );
    expect(other.connections).toBe(0);
  });
});

describe('a request', () => {
  it('is sent once, with its headers and exact body', async () => {
    const bodies: string[] = [];
    const listener = await Listener.start({
      '/a?b=c': (request, response) => {
        request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
        request.on('end', () => response.writeHead(202).end('thanks'));
      },
    });
    expect(await post(new URL(`${listener.origin}/a?b=c`), aRequest(trusting(listener)))).toBe(202);
    expect(bodies).toEqual(['{"a":"ä"}']);
    expect(listener.requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '10' },
    });
  });

  it('does not follow a redirect', async () => {
    const target = await Listener.start({ '/b': body('never') });
    const listener = await Listener.start({ '/a': redirectTo(`${target.origin}/b`) });
    expect(await post(new URL(`${listener.origin}/a`), aRequest(trusting(listener)))).toBe(302);
    expect(target.connections).toBe(0);
  });

  it('ends at the limit of an endless response', async () => {
    let sent = 0;
    const listener = await Listener.start({
      '/a': (_request, response) => {
        const chunk = Buffer.alloc(64 * 1024, 'x');
        const more = (): void => {
          sent += chunk.length;
          if (!response.destroyed) response.write(chunk, more);
        };
        response.writeHead(200, { 'content-length': String(5 * 1024 ** 3) });
        more();
      },
    });
    expect(await post(new URL(`${listener.origin}/a`), aRequest(trusting(listener)))).toBe(200);
    expect(sent).toBeLessThan(64 * 1024 ** 2);
  });

  it('has the status of a response whose body breaks off', async () => {
    const listener = await Listener.start({ '/a': truncated('x') });
    expect(await post(new URL(`${listener.origin}/a`), aRequest(trusting(listener)))).toBe(200);
  });

  it('fails when nothing answers in time', async () => {
    const time = new AbortController();
    const listener = await Listener.start({
      '/a': () => time.abort(new DOMException('late', 'TimeoutError')),
    });
    const options = aRequest({ ...trusting(listener), signal: time.signal });
    expect(await refusal(post(new URL(`${listener.origin}/a`), options))).toBe('timeout');
  });

  it('fails when nobody listens', async () => {
    const listener = await Listener.start();
    const url = new URL(`${listener.origin}/a`);
    const options = aRequest(trusting(listener));
    await listener.close();
    expect(await refusal(post(url, options))).toBe('unavailable');
  });
});
