import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import ipaddr from 'ipaddr.js';

export function isPublic(address) {
  try {
    return ipaddr.process(address).range() === 'unicast';
  } catch {
    return false;
  }
}

function lookup(hostname, options, callback) {
  dns.lookup(hostname, { ...options, all: true }, (err, found) => {
    if (err) return callback(err);
    if (found.length === 0 || !found.every((f) => isPublic(f.address))) {
      return callback(Object.assign(new Error('address is not public'), { code: 'EBLOCKED' }));
    }
    return options.all ? callback(null, found) : callback(null, found[0].address, found[0].family);
  });
}

export function checkUrl(value) {
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw Object.assign(new Error('scheme'), { code: 'EBLOCKED' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && !isPublic(host)) throw Object.assign(new Error('address'), { code: 'EBLOCKED' });
  return url.href;
}

export const httpAgent = new http.Agent({ lookup });
export const httpsAgent = new https.Agent({ lookup });
