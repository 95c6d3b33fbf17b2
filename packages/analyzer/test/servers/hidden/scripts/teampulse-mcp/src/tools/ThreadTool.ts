import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { ChatClient } from "../chat/client.js";
import { answer } from "../chat/errors.js";
import { present } from "../chat/present.js";

interface ThreadInput {
  channel: string;
  message: string;
}

class ThreadTool extends MCPTool<ThreadInput> {
  name = "thread";
  description = "Shows the replies to one message.";

  schema = {
    channel: { type: z.string().max(61), description: "Name of a shared channel" },
    message: { type: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.]{0,39}$/), description: "Id of the message" },
  };

  execute({ channel, message }: ThreadInput) {
    return answer(this.name, async () => present(await new ChatClient().thread(channel, message)));
  }
}

export default ThreadTool;
