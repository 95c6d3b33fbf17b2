/** A child process that initializes the given folder as the data directory of an embedded database and exits. */
import { openPglite } from './open-pglite.js';

// The parent process is gone.
process.once('disconnect', () => process.exit(1));

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the folder to initialize is missing');
const database = await openPglite(folder);
await database.close();
process.exit(0);
