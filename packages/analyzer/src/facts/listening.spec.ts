import { describe, expect, it } from '@jest/globals';
import { constantValue, joinAll, UNKNOWN, type Value } from '../engine/values/value.js';
import { reachOfHost } from './listening.js';

const oneOf = (...hosts: readonly string[]): Value => joinAll(hosts.map(constantValue));
const beginning = (start: string): Value => ({ ...UNKNOWN, parts: [constantValue(start), UNKNOWN] });

describe('a host', () => {
  it.each([
    ['everywhere', oneOf('0.0.0.0')],
    ['everywhere', oneOf('')],
    ['everywhere', oneOf(':8080')],
    ['everywhere', oneOf('http://0.0.0.0:3000')],
    ['everywhere', oneOf('[::]:80')],
    ['everywhere', oneOf('127.0.0.1', '::')],
    ['everywhere', beginning(':')],
    ['everywhere', beginning('http://0.0.0.0:')],
    ['loopback', oneOf('127.0.0.1')],
    ['loopback', oneOf('LocalHost:3000')],
    ['loopback', oneOf('https://localhost:3000/')],
    ['loopback', oneOf('tcp://[::1]:3000')],
    ['loopback', oneOf('127.1.2.3', '::1')],
    ['loopback', beginning('http://Localhost:')],
    ['unknown', oneOf('127.0.0.1', 'example.com')],
    ['unknown', oneOf('localhost.example.com')],
    ['unknown', oneOf('http://')],
    ['unknown', beginning('127.0.0.1.example.com:')],
    ['unknown', UNKNOWN],
  ])('is reached from %s: %j', (reach, host) => {
    expect(reachOfHost(host)).toBe(reach);
  });
});
