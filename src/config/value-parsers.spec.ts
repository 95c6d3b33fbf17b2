import { describe, expect, it } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import {
  baseUrl,
  boolean,
  integer,
  mailbox,
  mailServer,
  networks,
  oneOf,
  secret,
  text,
  url,
  webUrl,
  type ValueParser,
} from './value-parsers.js';

const refused = (must: string): { must: string } => ({ must });

describe('mailServer', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false }],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, secure: true }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false }],
    [
      'smtps://hub%40example.com:p%3Aw@mail.example.com:4650',
      { host: 'mail.example.com', port: 4650, secure: true, username: 'hub@example.com', password: 'p:w' },
    ],
  ])('reads %s', (given, value) => {
    expect(mailServer(given)).toEqual({ value });
  });

  it.each([
    'mail.example.com',
    'https://mail.example.com',
    'smtp://',
    'smtp://user@mail.example.com',
    'smtp://:hunter2@mail.example.com',
    'smtp://user:100%@mail.example.com',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?tls.rejectUnauthorized=false',
    'smtp://mail.example.com#a',
    'smtp://mail.example.com:99999',
    'smtp://mail example.com',
  ])('refuses %s', (given) => {
    expect(mailServer(given)).toEqual({ must: expect.stringMatching(/^be (a URL that begins with )?smtp/) });
  });
});

describe('mailbox', () => {
  it.each([
    ['hub@example.com', { name: '', address: 'hub@example.com' }],
    [' The hub <hub@example.com>', { name: 'The hub', address: 'hub@example.com' }],
    ['<hub@example.com>', { name: '', address: 'hub@example.com' }],
  ])('reads %s', (given, value) => {
    expect(mailbox(given)).toEqual({ value });
  });

  it.each([
    'hub',
    '',
    'The hub',
    'hub@example.com, other@example.com',
    'The\r\nhub <hub@example.com>',
    'a <b> <c@d>',
  ])('refuses %j', (given) => {
    expect(mailbox(given)).toEqual(refused('be an e-mail address, or a name and <address>'));
  });
});

describe('integer', () => {
  const port = integer(0, 65535);

  it.each([
    '',
    ' ',
    '-1',
    '65536',
    '1.5',
    '1.0',
    '1e3',
    '0x10',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '1_000',
    '٣',
    'NaN',
    'Infinity',
    '9'.repeat(400),
  ])('refuses %j', (given) => {
    expect(port(given)).toEqual(refused('be a whole number from 0 to 65535'));
  });

  it.each([
    ['0', 0],
    ['8080', 8080],
    ['65535', 65535],
    ['0080', 80],
  ])('reads %s', (given, value) => {
    expect(port(given)).toEqual({ value });
  });

  it('accepts exactly the numbers within its bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 150 }), (number) => {
        const expected =
          number >= 10 && number <= 100 ? { value: number } : refused('be a whole number from 10 to 100');
        expect(integer(10, 100)(String(number))).toEqual(expected);
      }),
    );
  });
});

describe('boolean', () => {
  it.each(['', 'TRUE', 'True', 'yes', 'on', '1', '0', ' true', 'false\n', 'null'])('refuses %j', (given) => {
    expect(boolean(given)).toEqual(refused('be true or false'));
  });

  it('reads true and false', () => {
    expect([boolean('true'), boolean('false')]).toEqual([{ value: true }, { value: false }]);
  });
});

describe('oneOf', () => {
  const mode = oneOf('oss', 'enterprise');

  it.each(['', 'OSS', 'oss ', 'oss,enterprise', 'length', '0'])(
    'refuses %j and lists the allowed values',
    (given) => {
      expect(mode(given)).toEqual(refused('be one of oss, enterprise'));
    },
  );

  it('reads its words', () => {
    expect(mode('enterprise')).toEqual({ value: 'enterprise' });
  });
});

describe('text', () => {
  it.each(['', ' ', '\t\n'])('refuses %j', (given) => {
    expect(text(given)).toEqual(refused('not be empty'));
  });

  it('keeps anything else unchanged', () => {
    expect(text('./my data')).toEqual({ value: './my data' });
  });
});

describe('secret', () => {
  it.each(['', 'short', 'a'.repeat(31), 'ä'.repeat(15), '😀'.repeat(7)])(
    'refuses %j: fewer than 32 bytes',
    (given) => {
      expect(secret(32)(given)).toEqual(refused('be at least 32 bytes long'));
    },
  );

  it.each(['a'.repeat(32), 'ä'.repeat(16), '😀'.repeat(8), 'x'.repeat(500)])(
    'reads %j: at least 32 bytes, counted as UTF-8',
    (given) => {
      expect(secret(32)(given)).toEqual({ value: given });
    },
  );
});

describe('url', () => {
  const web = url('http', 'https');

  it.each([
    ['nothing', ''],
    ['a host alone', 'hub.example.com'],
    ['a host and a port', 'localhost:8080'],
    ['a URL without a scheme', '//hub.example.com'],
    ['another scheme', 'ftp://hub.example.com'],
    ['a script', 'javascript:alert(1)'],
    ['a scheme alone', 'http://'],
    ['a scheme without slashes', 'http:hub.example.com'],
    ['a scheme with one slash', 'https:/hub.example.com'],
    ['backslashes', 'http:\\\\hub.example.com'],
    ['a space before', ' http://hub.example.com'],
    ['a space after', 'http://hub.example.com '],
    ['a line break at the end', 'http://hub.example.com\n'],
    ['a line break within', 'http://hub.\nexample.com'],
    ['an invalid port', 'http://hub.example.com:99999'],
  ])('refuses %s', (_what, given) => {
    expect(web(given)).toEqual(
      refused('be a URL that begins with http:// or https://, special characters percent-encoded'),
    );
  });

  it.each([
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://hub.example.com', 'https://hub.example.com'],
    ['https://hub.example.com/', 'https://hub.example.com'],
    ['https://hub.example.com/registry/', 'https://hub.example.com/registry'],
    ['https://hub.example.com/registry//', 'https://hub.example.com/registry'],
    ['https://[::1]:8443', 'https://[::1]:8443'],
  ])('reads %s without a trailing slash', (given, value) => {
    expect(web(given)).toEqual({ value });
  });

  it('accepts its schemes', () => {
    const database = url('postgres', 'postgresql');
    const address = 'postgres://hub:p%40ss@db.example.com:5432/hub?sslmode=require';
    expect(database(address)).toEqual({ value: address });
    expect(database('https://db.example.com')).toEqual(
      refused('be a URL that begins with postgres:// or postgresql://, special characters percent-encoded'),
    );
  });
});

describe('webUrl', () => {
  it('keeps the URL as written, including query and trailing slash', () => {
    for (const given of ['https://idp.example.com/keys/', 'http://127.0.0.1:8080/jwks?tenant=a']) {
      expect(webUrl(given)).toEqual({ value: given });
    }
  });

  it.each(['https://svc:hunter2@idp.example.com/keys', 'https://svc@idp.example.com/keys'])(
    'refuses %s, which would appear in the log',
    (given) => {
      expect(webUrl(given)).toEqual(refused('be a URL without user and password'));
    },
  );

  it('refuses other schemes', () => {
    expect(webUrl('ftp://idp.example.com')).toHaveProperty('must');
  });
});

describe('baseUrl', () => {
  it.each([
    'https://hub.example.com?a=1',
    'https://hub.example.com/registry#top',
    'https://somebody@hub.example.com',
    'https://:secret@hub.example.com',
  ])('refuses %s, which cannot be a base URL', (given) => {
    expect(baseUrl('https')(given)).toEqual(refused('be a URL without user, query and fragment'));
  });

  it('refuses and accepts all other values like url', () => {
    expect(baseUrl('https')('http://hub.example.com')).toEqual(url('https')('http://hub.example.com'));
    expect(baseUrl('https')('https://hub.example.com:8443/registry/')).toEqual({
      value: 'https://hub.example.com:8443/registry',
    });
  });
});

describe('networks', () => {
  it.each([
    '',
    ',',
    '10.0.0.1,',
    '10.0.0.1,,10.0.0.2',
    '10.0.0.1 10.0.0.2',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '0x0a.0.0.1',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10.0.0.1:80',
    '::/0',
    '::1/129',
    '[::1]',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    'ingress.example.com',
    'loopback',
    '*',
    'true',
    '1',
  ])('refuses %j', (given) => {
    expect(networks(given)).toEqual(
      refused('be IP addresses or networks such as 10.0.0.0/8, separated by commas'),
    );
  });

  it.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8,192.168.1.7/32', ['10.0.0.0/8', '192.168.1.7/32']],
    [' 10.0.0.1 , ::1 ', ['10.0.0.1', '::1']],
    ['fd00::/8', ['fd00::/8']],
    ['::ffff:a00:0/104', ['::ffff:a00:0/104']],
  ])('reads %j', (given, value) => {
    expect(networks(given)).toEqual({ value });
  });

  it('accepts nothing that Express refuses', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    const network = fc.tuple(address, fc.integer({ min: 0, max: 130 })).map(([ip, bits]) => `${ip}/${bits}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(address, network), { minLength: 1, maxLength: 4 }), (items) => {
        const parsed = networks(items.join(','));
        if ('value' in parsed) expect(() => express().set('trust proxy', parsed.value)).not.toThrow();
        else expect(items.some((item) => /[/]|:.*[.]/.test(item))).toBe(true);
      }),
    );
  });
});

describe('a fault', () => {
  it('never repeats the text, which may be a secret', () => {
    const parsers: readonly ValueParser<unknown>[] = [
      integer(0, 10),
      boolean,
      oneOf('oss'),
      text,
      secret(32),
      url('http'),
      networks,
    ];
    const canary = fc.stringMatching(/^[A-Z]{8}$/).map((word) => `${word}!`);
    fc.assert(
      fc.property(canary, (given) => {
        const faults = parsers.map((parse) => parse(given)).filter((result) => 'must' in result);
        expect(faults).toHaveLength(6);
        expect(JSON.stringify(faults)).not.toContain(given);
      }),
    );
  });
});
