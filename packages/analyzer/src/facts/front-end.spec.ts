import { describe, expect, it } from '@jest/globals';
import { isFrontEnd } from './front-end.js';

describe('a script for browsers', () => {
  it.each([
    ['client/dist/assets/index-9f2.js', 'const a=jwtVerify(t)'],
    ['web/main.ts', "document.getElementById('root')"],
    ['ui/App.tsx', 'createRoot(node).render(<App />); const claims = jwt.decode(token);'],
    ['dashboard/Login.vue', 'const claims = jwt.decode(token)'],
  ])('%s', (path, text) => {
    expect(isFrontEnd({ path, text })).toBe(true);
  });
});

describe('a program of the server', () => {
  it.each([
    ['src/auth.ts', 'export const check = (token) => jwtVerify(token, keys);'],
    ['client/api.ts', "import { request } from 'node:https'; localStorage.getItem('x')"],
    ['public/server.js', "const express = require('express'); express.static('public')"],
    ['static/serve.py', 'jwt.decode(token)'],
    ['src/page.ts', "import fs from 'fs'; const html = '<script>document.body.innerHTML</script>';"],
  ])('%s', (path, text) => {
    expect(isFrontEnd({ path, text })).toBe(false);
  });
});
