import { isIPv4, isIPv6 } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

const PORT = /:\d{1,5}$/;

/**
 * Removes the ports that some ingresses add to the addresses in `X-Forwarded-For`. Otherwise each connection of a
 * client would count as another caller, and a trusted proxy with a port would not be recognized. Must precede any use
 * of `req.ip`, which is computed from this header (hub contract 16).
 */
export function cutForwardedPorts(req: Request, _res: Response, next: NextFunction): void {
  const header = req.headers['x-forwarded-for'];
  if (typeof header === 'string') req.headers['x-forwarded-for'] = withoutPorts(header);
  next();
}

/** The same list with `192.0.2.7:5678` as `192.0.2.7` and `[2001:db8::1]:443` as `2001:db8::1`. */
export const withoutPorts = (list: string): string => list.split(',').map(withoutPort).join(',');

function withoutPort(item: string): string {
  const address = item.trim();
  const host = address.replace(PORT, '');
  if (isIPv4(host)) return item.replace(address, host);
  const isBracketed = host.startsWith('[') && host.endsWith(']');
  const bare = isBracketed ? host.slice(1, -1) : '';
  return isIPv6(bare) ? item.replace(address, bare) : item;
}
