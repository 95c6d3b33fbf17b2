import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { ChatClient } from "../chat/client.js";
import { answer } from "../chat/errors.js";

interface StandupInput {
  yesterday: string;
  today: string;
  blockers: string;
}

const line = z.string().max(400);

function escape(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[&<>]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[char]!);
}

class StandupTool extends MCPTool<StandupInput> {
  name = "post_standup";
  description = "Posts a stand-up report to the stand-up channel. Mentions are switched off.";

  schema = {
    yesterday: { type: line.min(1), description: "What was done" },
    today: { type: line.min(1), description: "What is planned" },
    blockers: { type: line.default("none"), description: "What is in the way" },
  };

  execute({ yesterday, today, blockers }: StandupInput) {
    return answer(this.name, async () => {
      const text = `Done: ${escape(yesterday)}\nPlanned: ${escape(today)}\nBlockers: ${escape(blockers)}`;
      await new ChatClient().postStandup(text);
      return "The stand-up was posted.";
    });
  }
}

export default StandupTool;
