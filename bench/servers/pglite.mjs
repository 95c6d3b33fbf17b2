// The floor of memory on the embedded database: PGlite alone, with its defaults, on the database in FOLDER.
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { PGlite } from '@electric-sql/pglite';

const database = await PGlite.create(join(process.env.FOLDER, 'db'));
await database.query('SELECT 1');
console.log('listens on nothing');
setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
