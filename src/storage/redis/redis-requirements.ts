import type { SharedRedis } from './shared-redis.js';

const POLICY = /^maxmemory_policy:(\S+)/m;

/**
 * What keeps the servers from sharing a Redis, one line per fault: one that evicts keys would lose jobs. None if Redis is
 * unavailable now, or does not let its user read the setting.
 */
export async function faultsOfRedis(redis: SharedRedis | undefined): Promise<string[]> {
  const text = await redis?.tryCommand((connection) =>
    connection.info('memory').catch((error: unknown) => {
      if (error instanceof Error && error.name === 'ReplyError') return '';
      throw error;
    }),
  );
  const [, policy] = POLICY.exec(text ?? '') ?? [];
  if (policy === undefined || policy === 'noeviction') return [];
  return [
    `Redis may delete jobs to save memory (maxmemory-policy ${policy}): set maxmemory-policy noeviction`,
  ];
}
