import { byName, source, type Model } from '../../../models/model.js';
import { got, namedStorages, put, ran, storage } from '../../../models/request-contexts.js';
import names from './names.json' with { type: 'json' };

const { named, requests } = names.contexts;
const STORAGE = 'async_hooks.AsyncLocalStorage';

/** What code leaves for the code that runs for the same request, and functions that return that request. */
export const CONTEXTS: Readonly<Record<string, Model>> = {
  [STORAGE]: storage,
  [`${STORAGE}().run`]: ran,
  [`${STORAGE}().enterWith`]: put,
  [`${STORAGE}().getStore`]: got,
  ...namedStorages(named),
  ...byName(
    requests,
    source('http-request', () => 'the request'),
  ),
};
