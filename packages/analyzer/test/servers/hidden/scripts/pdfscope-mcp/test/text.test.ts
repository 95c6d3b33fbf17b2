import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";
import { parseDocument } from "../src/pdf/document.js";
import { extractText } from "../src/pdf/text.js";

test("compressed text is found", () => {
  const content = deflateSync(Buffer.from("BT (Hello \\(world\\)) Tj ET"));
  const data = Buffer.concat([
    Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from("\nendstream\nendobj\ntrailer << >>\n"),
  ]);
  assert.equal(extractText(parseDocument(data)), "Hello (world)");
});
