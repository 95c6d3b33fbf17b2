import { Injectable } from '@nestjs/common';
import { Evaluator } from '../gate/evaluation/evaluator.js';
import type { StoredPolicy } from '../gate/evaluation/policy-set.js';
import type { DemoServer } from './demo-servers.js';

/** A policy that organizations often begin with. */
const CERTIFIED_ONLY: StoredPolicy = {
  id: '',
  name: 'Certified servers only',
  action: 'DENY',
  targetType: 'CERT_LEVEL',
  targetValue: 'min:1',
  priority: 1,
  enabled: true,
  environments: [],
  expiresAt: null,
  createdAt: new Date(0),
};

/** The answer of a gate that requires a certificate. */
export interface GateAnswer {
  readonly passed: boolean;
  /** Why the server is denied. */
  readonly reason?: string;
}

/** Asks the gate about servers of the demo. */
@Injectable()
export class DemoGate {
  constructor(private readonly evaluator: Evaluator) {}

  async ask(server: DemoServer): Promise<GateAnswer> {
    const { name, version } = server;
    const [answer] = await this.evaluator.evaluatePublic([{ name, version }], [CERTIFIED_ONLY]);
    const { reason } = answer ?? {};
    return { passed: answer?.result === 'ALLOWED', ...(reason !== undefined && { reason }) };
  }
}
