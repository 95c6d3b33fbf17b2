import { FastMCP, UserError } from "fastmcp";
import nodemailer from "nodemailer";
import { z } from "zod";

const mailer = nodemailer.createTransport({
  host: process.env.SMTP_HOST,
  port: 465,
  secure: true,
  auth: { user: process.env.SMTP_USER, pass: process.env.SMTP_PASSWORD },
  connectionTimeout: 10_000,
  socketTimeout: 20_000,
});

const server = new FastMCP({ name: "post-office", version: "1.0.16" });

server.addTool({
  name: "send_mail",
  description: "Send a plain text mail to one recipient",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  parameters: z.object({
    to: z.string().email(),
    subject: z.string().min(1).max(200),
    body: z.string().max(20_000),
    confirmed: z.literal(true).describe("The user has seen and approved the mail"),
  }),
  execute: async ({ to, subject, body }) => {
    try {
      await mailer.sendMail({
        from: process.env.SMTP_FROM,
        to,
        subject,
        text: body,
      });
      return "Sent";
    } catch (err) {
      console.error("mail failed:", (err as { code?: string }).code);
      throw new UserError("The mail was not sent");
    }
  },
});

await server.start({ transportType: "stdio" });
