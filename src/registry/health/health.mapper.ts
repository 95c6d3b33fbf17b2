import { isReady } from './health-report.js';
import type { NotReady, Ready } from './health.dto.js';
import type { HealthReport } from './health.service.js';

/** A report as it is answered: with what every refusal has, where requests are not taken. */
export function readinessView({ status, checks }: HealthReport): Ready | NotReady {
  if (isReady(status)) return { status, checks };
  const message = `the service is ${status}; try again`;
  return { status, checks, message, error: { code: 'unavailable', message, details: {} } };
}
