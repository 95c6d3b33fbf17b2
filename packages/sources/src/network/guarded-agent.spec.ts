import { describe, expect, it } from '@jest/globals';
import type { AddressScope } from './addresses.js';
import { guardedLookup, type Lookup } from './guarded-agent.js';

/** A name server that answers differently each time. */
function lookups(...answers: (readonly string[])[]): Lookup {
  return (_hostname, _options, callback) => {
    const addresses = answers.shift() ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

const ask = (lookup: Lookup, scope: AddressScope, all = true): Promise<unknown> =>
  new Promise((resolve) => {
    guardedLookup(scope, lookup)('code.test', { all }, (error, ...found) => resolve(error ?? found));
  });

describe('guardedLookup', () => {
  it('refuses a name with any address outside of the scope', async () => {
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '::1'], []])
      expect(await ask(lookups(addresses), 'public')).toMatchObject({ code: 'refused_address' });
  });

  it('gives the connection the addresses that were checked, in both forms', async () => {
    const addresses = ['8.8.8.8', '2606:4700:4700::1111'];
    expect(await ask(lookups(addresses), 'public')).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
    ]);
    expect(await ask(lookups(addresses), 'public', false)).toEqual(['8.8.8.8', 4]);
  });

  it('checks every answer of a name server that changes its mind', async () => {
    const lookup = lookups(['8.8.8.8'], ['127.0.0.1']);
    expect(await ask(lookup, 'public', false)).toEqual(['8.8.8.8', 4]);
    expect(await ask(lookup, 'public', false)).toMatchObject({ code: 'refused_address' });
  });

  it('does not show the address that it refuses', async () => {
    expect(await ask(lookups(['10.1.2.3']), 'public')).toMatchObject({
      message: 'code.test has an address that sources are not fetched from',
    });
  });
});
