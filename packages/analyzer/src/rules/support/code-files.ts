/** Whether a path is a JavaScript or TypeScript file. */
export const isScriptFile = (path: string): boolean => /\.[cm]?[jt]sx?$/u.test(path);

/** Whether a path is a code file in one of the analyzed languages. */
export const isCodeFile = (path: string): boolean => isScriptFile(path) || /\.(?:py|go)$/u.test(path);

/** Whether a path is a code file, or a data file that may contain texts of the code. */
export const isCodeOrData = (path: string): boolean =>
  isCodeFile(path) || /\.(?:json|ya?ml|toml)$/u.test(path);
