import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Files that log warnings or errors themselves, by why these are not one line for each of many failures. */
const SINGLE: Readonly<Record<string, readonly string[]>> = {
  'once in a process': [
    'src/server/background-work.ts',
    'src/hub/demo/demo.service.ts',
    'src/hub/accounts/identity-provider/create-identity-provider.ts',
    'src/hub/ingestion/webhooks/delivery-signers.ts',
    'src/server/known-secrets.ts',
    'src/server/shutdown.ts',
    'src/server/start-requirements.ts',
    'src/server/start-server.ts',
    'src/server/stored-bytes.ts',
  ],
  'once for a state': ['src/storage/database/database-clock.ts', 'src/storage/redis/shared-redis.ts'],
  'what somebody has tried': [
    'src/auth/local-users/login-attempts.ts',
    'src/hub/accounts/sign-in/sign-in-refusals.ts',
  ],
  'an error of the program, or of one thing that is not tried again': [
    'src/common/http/api-exception.filter.ts',
    'src/hub/analysis/runs/attempt-failures.ts',
    'src/hub/accounts/identity-provider/built-in/built-in-provider.ts',
    'src/hub/platform/mail/mailer.ts',
    'src/hub/analysis/publication/publication-job.ts',
    'src/reports/rendering/report-browser.ts',
    'src/reports/report-failures.ts',
    'src/hub/accounts/sign-in/openid-client.ts',
    'src/server/process-errors.ts',
  ],
  'an alarm': [
    'src/hub/audit/events/chain-verifier.service.ts',
    'src/hub/audit/checkpoints/checkpoints.service.ts',
  ],
  'of a database that is unavailable, whose outage is one line (ADR 110)': [
    'src/hub/analysis/runs/analysis-worker.ts',
    'src/reports/report-worker.ts',
    'src/hub/analysis/scans/scan-versions-job.ts',
  ],
  'the mechanism': ['src/common/logging/repeated-failures.ts', 'src/common/operation/outages.ts'],
};

describe('warnings and errors in the log', () => {
  it('are written by RepeatedFailures, except those that do not repeat', async () => {
    const files = await readdir('src', { recursive: true, withFileTypes: true });
    const found: string[] = [];
    for (const { name, parentPath } of files) {
      if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
      const path = join(parentPath, name);
      if (/\blog(ger)?\.(warn|error)\(/.test(await readFile(path, 'utf8'))) found.push(path);
    }
    expect(found.sort()).toEqual(Object.values(SINGLE).flat().sort());
  });
});
