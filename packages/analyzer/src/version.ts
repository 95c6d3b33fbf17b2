/** The version of the analyzer: another result for the same files is another version. */
export const ANALYZER_VERSION = '1.0.0';
