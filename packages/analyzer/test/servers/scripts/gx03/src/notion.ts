import { Client, APIErrorCode, isNotionClientError } from "@notionhq/client";
export class NotionService {
  constructor(private readonly client: Client = new Client({ auth: process.env.NOTION_TOKEN, timeoutMs: 10_000 })) {}
  async titleLength(pageId: string): Promise<number> {
    try {
      const page = await this.client.pages.retrieve({ page_id: pageId });
      return Object.keys((page as { properties: object }).properties).length;
    } catch (e) {
      if (isNotionClientError(e) && e.code === APIErrorCode.ObjectNotFound) return 0;
      throw e;
    }
  }
  async append(pageId: string, paragraph: string): Promise<void> {
    await this.client.blocks.children.append({ block_id: pageId, children: [{ type: "paragraph", paragraph: { rich_text: [{ type: "text", text: { content: paragraph } }] } }] });
  }
}
