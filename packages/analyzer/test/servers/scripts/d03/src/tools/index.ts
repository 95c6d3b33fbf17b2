import { searchUsers } from "./searchUsers.js";
export const toolList = [searchUsers];
