import { EXACT, LATEST, refused, runs, type Launch } from '../server-entry.js';

/** An address in parts: scheme, host with port, path. */
const PARTS = /^https?:\/\/([^/?#]*)([^?#]*)/i;
/** A host as every program reads it: without escapes, backslashes, spaces, or letters that have several forms. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * A server at a web address. The query and the fragment are left out: they often hold credentials, and do not decide which
 * server answers.
 */
export function remoteServer(text: string): Launch {
  if (!URL.canParse(text)) return refused('the address of the server is not a URL');
  const { protocol, username, password, origin, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:')
    return refused('the address of the server must start with https:// or http://');
  if (username !== '' || password !== '')
    return refused('the address of the server contains a user name or password');
  // A variable would be another server on another machine.
  if (/\$|%7B|\{/i.test(origin)) return refused('the host of the server is a variable');
  if (/\$(?:\{|%7B)|\{\{|%7B%7B/i.test(pathname)) return refused('the path of the server has a variable');
  const [, host = '', path = ''] = PARTS.exec(text) ?? [];
  if (!HOST.test(host) || (path === '' ? '/' : path) !== pathname)
    return refused('the address of the server is one that programs read differently');
  return runs({ name: `${origin}${pathname === '/' ? '' : pathname}`, version: LATEST, pin: EXACT });
}
