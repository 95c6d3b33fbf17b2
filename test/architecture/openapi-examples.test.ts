import { describe, expect, it } from '@jest/globals';
import { exampleFaults, HUB_OPERATIONS, OPERATIONS } from '../support/openapi-contract.js';

const JSON_TYPE = /^application\/(.+\+)?json$/;
const cases = [...OPERATIONS, ...HUB_OPERATIONS].map((operation) => ({
  ...operation,
  id: operation.operationId,
}));

describe('the examples of the OpenAPI documents', () => {
  it.each(cases)('exist for every JSON body of $id, and match its schema', (operation) => {
    const bodies = [
      { of: 'request', content: operation.requestBody?.content ?? {} },
      ...Object.entries(operation.responses).map(([of, { content = {} }]) => ({ of, content })),
    ].flatMap(({ of, content }) => Object.entries(content).map(([type, media]) => ({ of, type, media })));
    const faults = bodies
      .filter(({ type }) => JSON_TYPE.test(type))
      .flatMap(({ of, type, media }) =>
        exampleFaults(operation.api, media).map((fault) => `${of} ${type}: ${fault}`),
      );
    expect(faults).toEqual([]);
  });
});
