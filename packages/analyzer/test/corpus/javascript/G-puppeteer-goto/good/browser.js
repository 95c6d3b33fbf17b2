'use strict';

const puppeteer = require('puppeteer');

const SITE = 'https://www.acme-tools.example';

exports.countLinks = async function countLinks(path) {
  const browser = await puppeteer.launch({ timeout: 15000 });
  try {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (new URL(request.url()).origin === SITE) request.continue();
      else request.abort();
    });
    await page.goto(SITE + path, { timeout: 15000, waitUntil: 'domcontentloaded' });
    return await page.$$eval('a[href]', (links) => links.length);
  } finally {
    await browser.close();
  }
};
