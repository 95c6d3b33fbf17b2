import { badRequest } from '../../common/errors/api-error.js';
import { isObject } from '../../common/values/json.js';
import { isStorableText } from '../../common/values/text.js';

/** Most servers of one evaluation (hub contract 12). */
export const MAX_ITEMS = 1000;

/** Longest name, and longest version, in UTF-16 units. */
export const MAX_ITEM_TEXT = 200;

const TEXT_RULE = `must be a string of 1 to ${MAX_ITEM_TEXT} characters without NUL`;

/** A server that is asked about. */
export interface Item {
  readonly name: string;
  readonly version: string;
}

const isItemText = (value: unknown): value is string => isStorableText(value, MAX_ITEM_TEXT) && value !== '';

/** The servers of a request, as they were sent. @throws 400 naming the first field that is wrong */
export const readItems = (sent: readonly unknown[]): readonly Item[] =>
  sent.map((item, index) => {
    if (!isObject(item)) throw badRequest(`mcps.${index}`, 'must be an object with name and version');
    const { name, version } = item;
    if (!isItemText(name)) throw badRequest(`mcps.${index}.name`, TEXT_RULE);
    if (!isItemText(version)) throw badRequest(`mcps.${index}.version`, TEXT_RULE);
    return { name, version };
  });
