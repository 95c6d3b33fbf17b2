import type { LanguageName } from '../ir/program.js';
import type { Ecosystem } from '../ir/language-names.js';
import { GO } from './go/language.js';
import { JAVASCRIPT } from './javascript/language.js';
import type { Language } from './language.js';
import type { Packaging } from './packaging.js';
import { PYTHON } from './python/language.js';

/** The supported languages. */
export const LANGUAGES: readonly Language[] = [JAVASCRIPT, PYTHON, GO];

const BY_NAME = new Map(LANGUAGES.flatMap((language) => language.names.map((name) => [name, language])));

const BY_ECOSYSTEM = new Map(LANGUAGES.map(({ packaging }) => [packaging.ecosystem, packaging]));

/** The packages of an ecosystem. @throws Error if no language has that ecosystem */
export function packagingOf(ecosystem: Ecosystem): Packaging {
  const packaging = BY_ECOSYSTEM.get(ecosystem);
  if (!packaging) throw new Error(`no language has packages of ${ecosystem}`);
  return packaging;
}

/** The language with a name. @throws Error for one that is not registered */
export function languageNamed(name: LanguageName): Language {
  const language = BY_NAME.get(name);
  if (!language) throw new Error(`no language is registered as ${name}`);
  return language;
}
