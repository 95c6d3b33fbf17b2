/** The signing secret of the product under test. */
export const ISSUER_SECRET = 'a test secret of more than 32 bytes';

/** The password of all test users. */
export const PASSWORD = 'correct horse battery staple';
