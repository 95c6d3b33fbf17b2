// npm run build
import { compile } from './compile.mjs';

try {
  await compile();
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
