/** What the supported languages are called, and what comes with them; everything else about one is in its folder. */

/** A language of source files. */
export type LanguageName = 'javascript' | 'typescript' | 'python' | 'go';

/** The languages of packages, as people write them, by their ecosystem. */
export const LANGUAGE_OF = { npm: 'JavaScript', PyPI: 'Python', Go: 'Go' } as const;

/** An ecosystem of packages, by its name in advisories. */
export type Ecosystem = keyof typeof LANGUAGE_OF;

export const ECOSYSTEMS = Object.keys(LANGUAGE_OF) as readonly Ecosystem[];

/** What runs packages. */
export type PackageRuntime = 'node' | 'python' | 'go';
