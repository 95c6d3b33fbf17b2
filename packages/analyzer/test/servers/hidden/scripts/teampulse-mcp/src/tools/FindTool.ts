import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { ChatClient } from "../chat/client.js";
import { answer } from "../chat/errors.js";
import { present } from "../chat/present.js";

interface FindInput {
  channel: string;
  words: string;
}

class FindTool extends MCPTool<FindInput> {
  name = "find_messages";
  description = "Finds messages in one channel that contain the given words.";

  schema = {
    channel: { type: z.string().max(61), description: "Name of a shared channel" },
    words: { type: z.string().min(2).max(100), description: "The words to look for" },
  };

  execute({ channel, words }: FindInput) {
    return answer(this.name, async () => present(await new ChatClient().search(channel, words)));
  }
}

export default FindTool;
