export const MAX_TEXT = 200_000;
export const MAX_LINES = 5_000;
export const MAX_LINE = 2_000;
export const MAX_GROUPS = 40;
