/** A text in its place in a file of some format. */
export type Placed = readonly [called: string, path: string, around: (text: string) => string]

const asIs = (text: string): string => text
const json = (text: string): string => JSON.stringify(text)
const inLines = (text: string, indent: string): string => text.replaceAll('\n', `\n${indent}`)

export const docs: readonly Placed[] = [
  ['Markdown', 'a.md', asIs],
  ['a line of Markdown', 'a.md', (text) => `x ${text.replaceAll(/\s/g, ' ')}`],
  ['front matter of documentation', 'a.md', (text) => `---\n${text}\n---\n# a\n\nb\n`],
  ['MDX', 'a.mdx', asIs],
  ['HTML', 'a.html', asIs],
  [
    'a page of HTML',
    'a.html',
    (text) =>
      `<!doctype html><html><head><title>a</title></head><body><main><h1>a</h1><p>${text}</p></main></body></html>`,
  ],
  ['code in HTML', 'a.html', (text) => `<h1>a</h1><pre><code>${text}</code></pre>`],
  [
    'a page of Javadoc',
    'a.html',
    (text) =>
      `<html><head><title>A</title><meta name="generator" content="javadoc/jdk-17"></head><body class="class-declaration-page"><main><h1>A</h1><section class="method-details"><section class="detail"><h3>f</h3><div class="member-signature">${text}</div><div class="block">${text}</div></section></section></main></body></html>`,
  ],
  [
    'a page of TypeDoc',
    'a.html',
    (text) =>
      `<html><head><title>A</title></head><body><div class="tsd-page-title"><h1>Class A</h1></div><section class="tsd-panel tsd-member"><h3>f</h3><ul class="tsd-signatures"><li class="tsd-signature">${text}</li><li class="tsd-description">${text}</li></ul></section></body></html>`,
  ],
  [
    'a page of Sphinx',
    'a.html',
    (text) =>
      `<html><head><title>A</title></head><body><div class="body" role="main"><h1>A</h1><dl class="py class"><dt class="sig sig-object py" id="a">${text}</dt><dd><p>${text}</p></dd></dl></div></body></html>`,
  ],
  ['reStructuredText', 'a.rst', asIs],
  ['a directive', 'a.rst', (text) => `A\n=\n\n.. note::\n\n   ${inLines(text, '   ')}`],
  ['AsciiDoc', 'a.adoc', asIs],
  ['a table of AsciiDoc', 'a.adoc', (text) => `= a\n\n|===\n${text}\n|===\n`],
  [
    'a notebook',
    'a.ipynb',
    (text) =>
      JSON.stringify({
        cells: [
          { cell_type: 'markdown', source: [text] },
          { cell_type: 'code', source: text, outputs: [{ output_type: 'stream', text }] },
        ],
        metadata: {},
        nbformat: 4,
      }),
  ],
  [
    'OpenAPI in JSON',
    'a.json',
    (text) =>
      `{"openapi":"3.1.0","info":{"title":"a","description":${json(text)}},"paths":{"/a":{"get":{"summary":${json(text)},"description":${json(text)},"parameters":[{"name":"b","in":"query","description":${json(text)}}],"responses":{"200":{"description":"ok"}}}}}}`,
  ],
  ['broken JSON', 'a.json', (text) => `{"openapi":"3.1.0","paths":${text}`],
  [
    'OpenAPI in YAML',
    'a.yaml',
    (text) =>
      `openapi: 3.0.0\ninfo:\n  title: a\n  description: |\n    ${inLines(text, '    ')}\npaths:\n  /a:\n    get:\n      responses: {}\n`,
  ],
  ['Swagger in YAML', 'a.yml', (text) => `swagger: "2.0"\ninfo: {title: a}\nx-a:\n  ${inLines(text, '  ')}\n`],
  ['broken YAML', 'a.yaml', (text) => `openapi: 3.0.0\n${text}`],
  ['plain text', 'a.txt', asIs],
]
