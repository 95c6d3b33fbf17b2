/** Rows on a page of the administration. */
export const ADMIN_PAGE = 25;
