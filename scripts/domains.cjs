'use strict';

// The parts of the product and of the hub, and which may import which. The import rules (.dependency-cruiser.cjs) are made of these
// lists, and docs/architecture.md shows the same.

/** The domains of the hub, `src/hub/<domain>`. Each may import those before it. */
const DOMAINS = [
  'platform',
  'audit',
  'accounts',
  'notifications',
  'catalog',
  'ingestion',
  'analysis',
  'gate',
  'assurance',
  'administration',
  'demo',
  'dashboard',
];

/** Domains that are beside each other: neither imports the other. */
const BESIDE = [
  ['ingestion', 'analysis'],
  ['gate', 'assurance'],
];

/** Whether a domain may import another one. */
const mayImport = (from, to) =>
  DOMAINS.indexOf(to) < DOMAINS.indexOf(from) &&
  !BESIDE.some((pair) => pair.includes(from) && pair.includes(to));

module.exports = { DOMAINS, BESIDE, mayImport };
