import { DAY_MS } from '../../common/values/durations.js';
import type { CreatePolicyRequest } from '../gate/policies/policies.dto.js';

const EXCEPTION_DAYS = 90;

/** The policies of the demo's organization, in the order of evaluation. */
export const demoPolicies = (now: Date): readonly CreatePolicyRequest[] => [
  {
    name: 'Test server in development',
    description: 'An exception that does not apply to production.',
    action: 'ALLOW',
    target_type: 'MCP',
    target_value: 'demo/everything',
    priority: 10,
    environments: ['development'],
    reason: 'The tests of our clients need every capability of the protocol.',
    expires_at: new Date(now.getTime() + EXCEPTION_DAYS * DAY_MS).toISOString(),
  },
  {
    name: 'Warn about high findings',
    action: 'WARN',
    target_type: 'SEVERITY',
    target_value: 'max:medium',
    priority: 20,
  },
  {
    name: 'Certified servers only',
    action: 'DENY',
    target_type: 'CERT_LEVEL',
    target_value: 'min:1',
    priority: 30,
  },
];
