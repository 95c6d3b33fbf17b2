import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Server that `npm run dev` of this package passes API requests and sign-in to. */
const SERVER = 'http://localhost:8080';

export default defineConfig({
  // The server may be published under a path, which it writes into the page as its base URL.
  base: './',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // What a page loads comes with the page, so that the first view has the queries of no other page.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react({ jsxImportSource: '#escaping' }),
  ],
  build: {
    target: 'baseline-widely-available',
    // `npm run build` of the product reports what it did in a line.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth', '/v1', '/docs', '/idp'].map((path) => [
        path,
        { target: SERVER, changeOrigin: false },
      ]),
    ),
  },
});
