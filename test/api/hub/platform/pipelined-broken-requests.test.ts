import { expect, it, jest } from '@jest/globals';
import { RateLimiter } from '../../../../src/hub/platform/rate-limit/rate-limiter.js';
import { artifactPath, digestOf } from '../../../support/builders.js';
import { createOrganization } from '../../../support/stored-artifacts.js';
import { useHub } from '../../../support/suite.js';
import { Wire } from '../../../support/wire.js';

const { t } = await useHub();

const headOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: hub.test\r\n`;

it('a broken request is not answered within a response that starts while it is counted', async () => {
  const admin = await t.actors.admin();
  await createOrganization(admin, 'pipelined');
  // Larger than the connection's buffers, so that the response is still in progress.
  const bytes = new Uint8Array(24 * 1024 * 1024).fill('x'.charCodeAt(0));
  const path = artifactPath('pipelined', digestOf(bytes), 'bundle');
  expect((await admin.put(path, bytes, 'application/octet-stream')).status).toBe(200);
  const limiter = t.app.get(RateLimiter, { strict: false });
  const count = limiter.count.bind(limiter);
  let goOn = (): void => undefined;
  const started = new Promise<void>((resolve) => (goOn = resolve));
  const counting = jest.spyOn(limiter, 'count').mockImplementationOnce(async (...parameters) => {
    await started;
    return count(...parameters);
  });
  const credentials = Object.entries(admin.credentials).map(([name, value]) => `${name}: ${value}\r\n`);
  const wire = await Wire.to(t);
  wire.send(`${headOf(path)}${credentials.join('')}\r\n${headOf('/api/v1/mcps')}Nonsense\r\n\r\n`);
  await wire.started();
  expect(counting).toHaveBeenCalledTimes(1);
  wire.read(false);
  goOn();
  // Time for the server to answer.
  expect((await admin.head(path)).status).toBe(200);
  const received = await wire.read(true).closed();
  expect(received.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK');
  expect(received.includes('HTTP/1.1 400')).toBe(false);
  const start = received.indexOf('\r\n\r\n') + 4;
  expect(received.subarray(start).equals(bytes.subarray(0, received.length - start))).toBe(true);
});
