/** The process that initializes the folder it is given as the data directory of an embedded database, and ends. */
import { openPglite } from './open-pglite.js';

// Nobody waits for it any more.
process.once('disconnect', () => process.exit(1));

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the folder to initialize is missing');
const database = await openPglite(folder);
await database.close();
process.exit(0);
