import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { ChatClient } from "../chat/client.js";
import { answer } from "../chat/errors.js";
import { present } from "../chat/present.js";

interface DigestInput {
  channel: string;
  hours: number;
}

class DigestTool extends MCPTool<DigestInput> {
  name = "channel_digest";
  description = "Shows the messages of the last hours in one channel, so that they can be summed up.";

  schema = {
    channel: { type: z.string().max(61), description: "Name of a shared channel" },
    hours: { type: z.number().int().min(1).max(72).default(24), description: "How far to look back" },
  };

  execute({ channel, hours }: DigestInput) {
    return answer(this.name, async () => present(await new ChatClient().history(channel, hours)));
  }
}

export default DigestTool;
