import { EVALUATION_LIMITS } from '@mcp-hub/client-configurations';
import { badRequest } from '../../../common/errors/api-error.js';
import { isObject } from '../../../common/values/json.js';
import { isStorableText } from '../../../common/values/text.js';

export const {
  items: MAX_ITEMS,
  nameLength: MAX_ITEM_NAME,
  versionLength: MAX_ITEM_VERSION,
} = EVALUATION_LIMITS;

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
