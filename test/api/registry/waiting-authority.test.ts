import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import { presign } from '../../support/presigned.js';
import { untilWaiting, withHeldLock } from '../../support/held-lock.js';
import { S3Server } from '../../support/s3-server.js';
import { useTestApp } from '../../support/suite.js';
import { engine } from '../../support/test-database.js';
import { digestOf } from '../../support/builders.js';

// No change is made after the caller has lost the authority for it. Here one of both waits for the other.

const s3 = await S3Server.start();
const t = await useTestApp(s3.settings);
afterAll(() => s3.close());

async function adminOf(org: string): Promise<Actor> {
  await t.actors.member(org, 'admin', `${org}-keeper`);
  return t.actors.member(org, 'admin', `${org}-caller`);
}

const newOrganization = (): string => `org-${randomUUID().slice(0, 8)}`;

// The embedded database has one connection, where nothing waits for a row.
if (engine === 'postgres') {
  describe('POST /v1/org/{org}/artifacts/{digest}/presign', () => {
    it('waits while its caller is disabled, and then issues nothing', async () => {
      const org = newOrganization();
      const caller = await adminOf(org);
      const disable = 'UPDATE local_user SET disabled_at = now() WHERE username = $1';
      await withHeldLock(t, disable, [caller.username], async (release) => {
        const issuing = presign(caller, org, org, 'kind=bundle');
        await untilWaiting(t, 1);
        await release();
        expect((await issuing).status).toBe(401);
      });
      const rows = await t.rows('SELECT 1 FROM registry_presigned_upload WHERE digest = $1', [digestOf(org)]);
      expect(rows).toEqual([]);
    });
  });
}
