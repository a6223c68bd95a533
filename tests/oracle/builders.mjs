// Pages of posts as their builders make them: markdown-it with KaTeX, MDX, and the renderer of Hexo.
// Reads one JSON object {builder, text} a line and writes one JSON string, the page, a line.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

async function markdownIt() {
  const { default: MarkdownIt } = await import("markdown-it");
  const plugin = await import("@vscode/markdown-it-katex");
  const page = new MarkdownIt({ html: true }).use(plugin.default.default ?? plugin.default);
  return (text) => page.render(text);
}

async function mdx() {
  const { compile } = await import("@mdx-js/mdx");
  const { default: math } = await import("remark-math");
  return async (text) => String(await compile(text, { remarkPlugins: [math], jsx: true }));
}

async function hexo() {
  const kramed = require("kramed");
  return (text) => kramed(text.replace(/^---\n[\s\S]*?\n---\n/, ""), { gfm: true, tables: true, breaks: true });
}

const makers = { plain: markdownIt, mdx, hexo };
const made = {};
for await (const line of createInterface({ input: process.stdin })) {
  const { builder, text } = JSON.parse(line);
  made[builder] ??= await makers[builder]();
  process.stdout.write(JSON.stringify(await made[builder](text)) + "\n");
}
