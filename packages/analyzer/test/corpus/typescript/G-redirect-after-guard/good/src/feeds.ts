import axios from "axios";
import { assertPublic } from "./guard.js";

export async function countItems(feed: string): Promise<number> {
  const url = await assertPublic(feed);
  const response = await axios.get<string>(url.href, {
    responseType: "text",
    maxRedirects: 0,
    timeout: 10_000,
    maxContentLength: 2 * 1024 * 1024,
  });
  return response.data.split("<item").length - 1;
}
