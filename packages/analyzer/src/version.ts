/** The version of the analyzer. It changes whenever the result for the same files does. */
export const ANALYZER_VERSION = '1.4.0';
