// First: what follows may warn.
import './common/logging/process-warnings.js';
import { runServer } from './server/run-server.js';

await runServer();
