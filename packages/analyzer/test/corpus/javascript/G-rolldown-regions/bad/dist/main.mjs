#!/usr/bin/env node
//#region \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, { get: all[name], enumerable: true });
	return target;
};
//#endregion
//#region ../../node_modules/.pnpm/axios@1.8.4/node_modules/axios/lib/axios.js
var Axios$1 = class {
	constructor(defaults) {
		this.defaults = defaults;
	}
	async get(url, config) {
		const response = await fetch(url, { ...this.defaults, ...config });
		return { data: await response.text() };
	}
};
const axios$1 = new Axios$1({ headers: {} });
//#endregion
//#region ../../node_modules/.pnpm/zod@4.0.5/node_modules/zod/v4/classic/schemas.js
function string$1(params) {
	return { type: "string", ...params };
}
function object$1(shape) {
	return { type: "object", shape };
}
//#endregion
//#region ../../node_modules/.pnpm/zod@4.0.5/node_modules/zod/v4/classic/external.js
var external_exports = /* @__PURE__ */ __exportAll({
	object: () => object$1,
	string: () => string$1
});
//#endregion
//#region ../../node_modules/.pnpm/fastmcp@3.0.0/node_modules/fastmcp/dist/FastMCP.js
var FastMCP = class {
	#tools = [];
	constructor(options) {
		this.options = options;
	}
	addTool(tool) {
		this.#tools.push(tool);
	}
	async start({ transportType }) {
		process.stdin.on("data", async (chunk) => {
			const { params } = JSON.parse(chunk);
			const tool = this.#tools.find(({ name }) => name === params.name);
			process.stdout.write(JSON.stringify(await tool.execute(params.arguments)));
		});
	}
};
//#endregion
//#region src/feeds.ts
const HOSTS = new Set(["feeds.example.org", "news.example.net"]);
async function readFeed(url) {
	const response = await axios$1.get(url, { timeout: 5e3 });
	return { titles: [...response.data.matchAll(/<title>([^<]{0,200})</g)].length };
}
//#endregion
//#region src/main.ts
const server = new FastMCP({ name: "feed-reader", version: "0.3.0" });
server.addTool({
	name: "feed",
	description: "Counts the entries of a feed of the house",
	parameters: external_exports.object({ url: external_exports.string() }),
	execute: async ({ url }) => JSON.stringify(await readFeed(url))
});
await server.start({ transportType: "stdio" });
//#endregion
export {};
