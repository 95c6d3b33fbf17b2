import express, { type Request, type Response } from 'express';
import { badRequest } from '../../../common/errors/api-error.js';
import { asError } from '../../../common/errors/as-error.js';
import { acceptBody, requireMediaType } from '../../../common/http/request-body.js';

const parse = express.urlencoded({ extended: false, limit: 16 * 1024, parameterLimit: 16 });

/** The named fields of a submitted form; an omitted field is empty. @throws 400, 413, 415 */
export async function readForm<Name extends string>(
  req: Request,
  res: Response,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  requireMediaType(req, 'application/x-www-form-urlencoded');
  acceptBody(req, res);
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(asError(error))));
  });
  const sent = (req.body ?? {}) as Record<string, unknown>;
  const fields = names.map((name): [Name, string] => {
    const value = Object.hasOwn(sent, name) ? sent[name] : '';
    if (typeof value !== 'string') throw badRequest(name, 'must be sent once');
    return [name, value];
  });
  return Object.fromEntries(fields) as Record<Name, string>;
}
