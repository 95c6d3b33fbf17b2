import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ApiSurface } from '../../../common/http/api-surface.js';
import { ALLOW_PATH } from '../allow-lists/allow-lists.service.js';
import { normalListUrl, REGISTRY_API_PATH } from './list-paths.js';

/** Clients take 401 and 403 for a registry that they may not use, and block every server. */
const STATUSES = { unauthorized: 404, forbidden: 404, enterprise_required: 404 } as const;

/** The lists of servers, in the error format of the official registry: of all public ones, and of allow lists. */
export const registryApiSurfaces: readonly ApiSurface[] = [REGISTRY_API_PATH, ALLOW_PATH].map((prefix) => ({
  name: 'registry-api',
  prefix,
  statuses: STATUSES,
  errorBody: ({ message, hint }) => ({ error: hint === undefined ? message : `${message}: ${hint}` }),
}));

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
} as const;

/**
 * Runs before `enter` for every request to these surfaces: lets pages of all origins read the lists, answers their
 * preflight requests, and brings paths into the form of the routes.
 */
export const enterRegistryApi =
  (enter: RequestHandler): RequestHandler =>
  (req: Request, res: Response, next: NextFunction) => {
    for (const [name, value] of Object.entries(CORS)) res.setHeader(name, value);
    if (req.method === 'OPTIONS') {
      res.status(204).end();
      return;
    }
    req.url = normalListUrl(req.url);
    enter(req, res, next);
  };
