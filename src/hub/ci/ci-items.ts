import { badRequest } from '../../common/errors/api-error.js';
import { isObject } from '../../common/values/json.js';
import { isStorableText } from '../../common/values/text.js';

/** Maximum number of servers in one evaluation (hub contract 12). */
export const MAX_ITEMS = 1000;

/** Maximum length of a name and of a version, in UTF-16 code units. */
export const MAX_ITEM_TEXT = 200;

const TEXT_RULE = `must be a string of 1 to ${MAX_ITEM_TEXT} characters without NUL`;

/** A server to evaluate. */
export interface Item {
  readonly name: string;
  readonly version: string;
}

const isItemText = (value: unknown): value is string => isStorableText(value, MAX_ITEM_TEXT) && value !== '';

/** Validates the servers of a request. @throws 400 that names the first invalid field */
export const readItems = (sent: readonly unknown[]): readonly Item[] =>
  sent.map((item, index) => {
    if (!isObject(item)) throw badRequest(`mcps.${index}`, 'must be an object with name and version');
    const { name, version } = item;
    if (!isItemText(name)) throw badRequest(`mcps.${index}.name`, TEXT_RULE);
    if (!isItemText(version)) throw badRequest(`mcps.${index}.version`, TEXT_RULE);
    return { name, version };
  });
