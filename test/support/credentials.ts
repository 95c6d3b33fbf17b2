/** Signs the JWTs of the product under test. */
export const ISSUER_SECRET = 'a test secret of more than 32 bytes';

/** The password of every user that the tests make. */
export const PASSWORD = 'correct horse battery staple';
