'use strict';

const puppeteer = require('puppeteer');

exports.countLinks = async function countLinks(address) {
  const browser = await puppeteer.launch({ timeout: 15000 });
  try {
    const page = await browser.newPage();
    await page.goto(address, { timeout: 15000, waitUntil: 'domcontentloaded' });
    return await page.$$eval('a[href]', (links) => links.length);
  } finally {
    await browser.close();
  }
};
