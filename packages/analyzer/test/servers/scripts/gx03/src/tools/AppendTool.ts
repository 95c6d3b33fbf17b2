import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { NotionService } from "../notion.js";
interface Input { page: string; text: string }
export default class AppendTool extends MCPTool<Input> {
  name = "append_paragraph";
  description = "Appends a paragraph to a page";
  schema = { page: { type: z.string().uuid(), description: "Page id" }, text: { type: z.string().max(2000), description: "Text" } };
  private readonly notion = new NotionService();
  async execute(input: Input) {
    await this.notion.append(input.page, input.text);
    return { appended: input.text.length, properties: await this.notion.titleLength(input.page) };
  }
}
