/** The two kinds of words that MCPs are found by. They are alike, but an MCP has one category and many tags. */
export type TermKind = 'category' | 'tag';
