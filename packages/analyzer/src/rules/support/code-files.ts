/** Whether a path is that of JavaScript or TypeScript. */
export const isScriptFile = (path: string): boolean => /\.[cm]?[jt]sx?$/u.test(path);

/** Whether a path is that of code in any of the languages that are followed. */
export const isCodeFile = (path: string): boolean => isScriptFile(path) || /\.(?:py|go)$/u.test(path);

/** The same, or of data that code may hold its texts in. */
export const isCodeOrData = (path: string): boolean =>
  isCodeFile(path) || /\.(?:json|ya?ml|toml)$/u.test(path);
