export function loadSettings() {
  return {
    host: process.env.LIBRARY_DB_HOST ?? '127.0.0.1',
    user: process.env.LIBRARY_DB_USER ?? 'library',
    password: process.env.LIBRARY_DB_PASSWORD,
    database: 'library',
    connectTimeout: 5000,
  };
}
