import { describe, expect, it } from '@jest/globals';
import { mailboxKey } from './invitation-mailer.js';

describe('the mailbox of an address', () => {
  it.each([
    ['Alice@Example.COM', 'alice@example.com'],
    ['alice+one@example.com', 'alice@example.com'],
    ['alice+one+two@example.com', 'alice@example.com'],
    ['alice@example.com.', 'alice@example.com'],
    ['ａlice@example.com', 'alice@example.com'],
    ['alice@BÜCHER.example', 'alice@xn--bcher-kva.example'],
    ['alice@xn--bcher-kva.example', 'alice@xn--bcher-kva.example'],
    ['a.l.i.c.e+x@googlemail.com', 'alice@gmail.com'],
    ['alice@gmail.com', 'alice@gmail.com'],
    ['admin@localhost', 'admin@localhost'],
  ])('%s is %s', (email, key) => {
    expect(mailboxKey(email)).toBe(key);
  });

  it.each([
    ['a.lice@example.com', 'alice@example.com'],
    ['+@example.com', '+x@example.com'],
    ['alice@one.example', 'alice@two.example'],
  ])('%s differs from %s', (one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other));
  });
});
