// npm run build
import { buildDashboard } from './build-dashboard.mjs';
import { compile } from './compile.mjs';

try {
  await Promise.all([compile(), buildDashboard()]);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
