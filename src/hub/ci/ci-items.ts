import { badRequest } from '../../common/errors/api-error.js';
import { isObject } from '../../common/values/json.js';
import { isStorableText } from '../../common/values/text.js';

/** Maximum number of servers in one evaluation (hub contract 12). */
export const MAX_ITEMS = 1000;

/** Maximum length of a name, which may be an address, in UTF-16 code units. */
export const MAX_ITEM_NAME = 400;

/** Maximum length of a version, in UTF-16 code units. */
export const MAX_ITEM_VERSION = 200;

const rule = (max: number): string => `must be a string of 1 to ${max} characters without NUL`;

/** A server to evaluate. */
export interface Item {
  readonly name: string;
  readonly version: string;
}

const isItemText = (value: unknown, max: number): value is string =>
  isStorableText(value, max) && value !== '';

/** Validates the servers of a request. @throws 400 that names the first invalid field */
export const readItems = (sent: readonly unknown[]): readonly Item[] =>
  sent.map((item, index) => {
    if (!isObject(item)) throw badRequest(`mcps.${index}`, 'must be an object with name and version');
    const { name, version } = item;
    if (!isItemText(name, MAX_ITEM_NAME)) throw badRequest(`mcps.${index}.name`, rule(MAX_ITEM_NAME));
    if (!isItemText(version, MAX_ITEM_VERSION))
      throw badRequest(`mcps.${index}.version`, rule(MAX_ITEM_VERSION));
    return { name, version };
  });
