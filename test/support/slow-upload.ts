import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import type { ApiClient } from './api-client.js';
import { artifactPath, bundleOf, digestOf, publish } from './builders.js';

/** A partial upload of a bundle, which the test finishes later. */
export class SlowUpload {
  private constructor(
    private readonly upload: ClientRequest,
    private readonly rest: Buffer,
    private readonly answered: Promise<number | undefined>,
  ) {}

  /** Publishes version 1.0.0 of a package in `acme` and starts to upload its bundle. */
  static async start(admin: ApiClient, url: string, name = 'files'): Promise<SlowUpload> {
    await publish(admin, `acme/${name}`, '1.0.0');
    const bundle = bundleOf(`acme/${name}`, '1.0.0');
    const upload = request(url + artifactPath('acme', digestOf(bundle), 'bundle'), {
      method: 'PUT',
      headers: {
        authorization: admin.credentials['authorization'],
        'content-type': 'application/octet-stream',
        'content-length': bundle.length,
        expect: '100-continue',
      },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      upload.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
    });
    // Only `finish` awaits it.
    answered.catch(() => undefined);
    upload.flushHeaders();
    // Sent by the server when it has accepted the request.
    await once(upload, 'continue');
    upload.write(bundle.subarray(0, 5));
    return new SlowUpload(upload, bundle.subarray(5), answered);
  }

  /**
   * Sends the rest and returns the status.
   * @throws when the connection is closed
   */
  finish(): Promise<number | undefined> {
    this.upload.end(this.rest);
    return this.answered;
  }
}
