'use strict';

const crypto = require('crypto');
const express = require('express');
const { rateLimit } = require('express-rate-limit');
const { SSEServerTransport } = require('@modelcontextprotocol/sdk/server/sse.js');

const MAX_SESSIONS = 50;

const sha256 = (text) => crypto.createHash('sha256').update(text).digest();

function bearer(token) {
  if (!token) throw new Error('ORDERS_TOKEN is not set');
  const wanted = sha256(`Bearer ${token}`);
  return (req, res, next) => {
    if (crypto.timingSafeEqual(sha256(req.get('authorization') || ''), wanted)) return next();
    res.status(401).json({ error: 'unauthorized' });
  };
}

exports.serveHttp = function serveHttp(buildServer, { host, port }) {
  const app = express();
  const sessions = new Map();
  app.use(rateLimit({ windowMs: 60000, limit: 100 }));
  app.use(bearer(process.env.ORDERS_TOKEN));

  app.get('/sse', async (req, res) => {
    if (sessions.size >= MAX_SESSIONS) return res.status(503).end();
    const transport = new SSEServerTransport('/messages', res, {
      enableDnsRebindingProtection: true,
      allowedHosts: ['orders.internal', `127.0.0.1:${port}`],
      allowedOrigins: ['https://orders.internal'],
    });
    sessions.set(transport.sessionId, transport);
    res.on('close', () => sessions.delete(transport.sessionId));
    await buildServer().connect(transport);
  });

  app.post('/messages', express.json({ limit: '100kb' }), async (req, res) => {
    const transport = sessions.get(req.query.sessionId);
    if (!transport) return res.status(404).json({ error: 'no such session' });
    await transport.handlePostMessage(req, res, req.body);
  });

  return app.listen(port, host);
};
