/** Files by which registries and clients know wuku: made from the package, the guide of agents and the operations, so that they say the same. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeHook } from '../packages/connect/src/hooks.ts'
import { guideText } from '../packages/connect/src/hook-command.ts'
import { skill } from '@wuku/connect/client-folders'
import { manifest, root } from './release.ts'

interface PackageFacts {
  readonly description: string
  readonly homepage: string
  readonly keywords: readonly string[]
  readonly license: string
  readonly mcpName: string
  readonly repository: { readonly url: string }
}

const facts: PackageFacts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const source = facts.repository.url.replace(/^git\+|\.git$/g, '')
const { version } = manifest
/** In a file that others share, nothing of a machine. */
const server = { command: 'npx', args: ['-y', 'wuku', 'mcp'] } as const
const author = { name: 'The wuku maintainers', url: source } as const
/** The registry takes a hundred characters. */
const short = 'Private memory of code, notes, chats, scratchpads and library docs, searched as one with citations.'

export interface PublishedFile {
  readonly path: string
  readonly text: string
}

const json = (path: string, content: object): PublishedFile => ({ path, text: `${JSON.stringify(content, null, 2)}\n` })

export const publishedFiles = (): readonly PublishedFile[] => [
  json('deploy/packaging/mcp-registry/server.json', registryEntry),
  json('deploy/packaging/mcpb/manifest.json', bundleManifest),
  ...plugin('deploy/packaging/plugin'),
  json('.claude-plugin/marketplace.json', marketplace),
  ...geminiExtension('deploy/packaging/gemini'),
  { path: 'docs/AGENTS.snippet.md', text: `${guideText.en}\n` },
  { path: 'docs/public/llms.txt', text: llms },
]

const registryEntry = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: facts.mcpName,
  title: 'wuku',
  description: short,
  version,
  repository: { url: source, source: 'github' },
  websiteUrl: facts.homepage,
  packages: [
    {
      registryType: 'npm',
      registryBaseUrl: 'https://registry.npmjs.org',
      identifier: manifest.name,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
      environmentVariables: [
        { name: 'WUKU_HOME', description: 'The data folder.', format: 'filepath', isRequired: false },
      ],
    },
  ],
}

/** A bundle for desktop clients, which bring a Node. */
const bundleManifest = {
  manifest_version: '0.3',
  name: manifest.name,
  display_name: 'wuku 五库',
  version,
  description: short,
  author,
  repository: { type: 'git', url: source },
  homepage: facts.homepage,
  documentation: `${source}/tree/main/docs`,
  support: `${source}/issues`,
  license: facts.license,
  keywords: facts.keywords,
  tools_generated: true,
  server: {
    type: 'node',
    entry_point: 'bin/wuku.js',
    mcp_config: { command: 'node', args: ['${__dirname}/bin/wuku.js', 'mcp'], env: {} },
  },
  compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=20.19' } },
}

const pluginFacts = {
  name: manifest.name,
  version,
  description: facts.description,
  author,
  homepage: facts.homepage,
  repository: source,
  license: facts.license,
  keywords: facts.keywords,
}

/** The server, the skill and the hook of `wuku connect claude-code --guide`, for Claude Code and for clients of open plugins. */
function plugin(folder: string): readonly PublishedFile[] {
  const line = 'npx -y wuku session-context'
  // npx takes too long for an event that comes with each command.
  const { item, events } = claudeHook
  const hook = item({ line: `${line} || exit 0`, powershell: line }, events['SessionStart'] ?? '')
  return [
    json(`${folder}/.claude-plugin/plugin.json`, pluginFacts),
    json(`${folder}/.plugin/plugin.json`, pluginFacts),
    json(`${folder}/.mcp.json`, { mcpServers: { wuku: server } }),
    json(`${folder}/hooks/hooks.json`, { hooks: { SessionStart: [hook] } }),
    { path: `${folder}/skills/wuku/SKILL.md`, text: `${skill('').head}${guideText.en}\n` },
    { path: `${folder}/README.md`, text: pluginPage },
  ]
}

const pluginPage = `# wuku for agents

A plugin of Claude Code, and of every client of open plugins: the MCP server, a skill that says when to ask it, and a hook that brings open work into a new session.

\`\`\`
/plugin marketplace add ${source.replace('https://github.com/', '')}
/plugin install wuku@wuku
\`\`\`

It starts \`npx -y wuku mcp\`. With wuku installed, \`wuku connect claude-code --guide\` does the same without npx.
`

const marketplace = {
  name: manifest.name,
  owner: author,
  plugins: [{ name: manifest.name, source: './deploy/packaging/plugin', description: facts.description, version }],
}

function geminiExtension(folder: string): readonly PublishedFile[] {
  const extension = {
    name: manifest.name,
    version,
    description: short,
    contextFileName: 'GEMINI.md',
    mcpServers: { wuku: server },
  }
  return [
    json(`${folder}/gemini-extension.json`, extension),
    { path: `${folder}/GEMINI.md`, text: `${guideText.en}\n` },
  ]
}

/** Opens Cursor, which asks before it writes anything. */
export const cursorDeeplink = `cursor://anysphere.cursor-deeplink/mcp/install?name=wuku&config=${encodeURIComponent(Buffer.from(JSON.stringify(server)).toString('base64'))}`

const pages: readonly (readonly [title: string, path: string, says: string])[] = [
  ['Getting started', 'docs/guides/getting-started.md', 'from nothing to an agent that answers from your own notes'],
  ['Installing', 'docs/guides/install.md', 'npm, executables, packages, optional parts, uninstalling'],
  ['Connecting agents', 'docs/guides/agents-connect.md', 'all clients, by one command or by hand'],
  ['Recall', 'docs/guides/recall.md', 'one question over everything: what may be typed, filters, budgets'],
  ['Code', 'docs/guides/code.md', 'symbols, references, history, packs for a task'],
  ['Notes', 'docs/guides/notes.md', 'folders of Markdown, HTML, Org, PDF, office files and books'],
  ['Conversations', 'docs/guides/chats.md', 'with agents in nine programs'],
  ['Scratchpads', 'docs/guides/pads.md', "an agent's working memory"],
  ['Library docs', 'docs/guides/docs.md', 'by version, from code hosts, web sites and folders'],
  ['The server', 'docs/guides/server.md', 'MCP and REST over HTTP for many agents'],
  [
    'Coming from another program',
    'docs/guides/coming-from.md',
    'what becomes of tools, settings and data of five programs',
  ],
  ['Privacy', 'docs/guides/privacy.md', 'what leaves the machine, what is stored, how to delete'],
  ['Troubleshooting', 'docs/guides/troubleshooting.md', 'every code of an error, with what mends it'],
  ['All operations', 'docs/reference/operations.md', 'every tool with its parameters'],
  ['Settings', 'docs/reference/settings.md', 'every setting and its variable'],
]

const llms = `# wuku

> ${facts.description} It answers agents over MCP, and people on the command line and in a browser, with exact citations; it needs no key, no model and no network.

## Docs

${pages.map(([title, path, says]) => `- [${title}](${source}/blob/main/${path}): ${says}`).join('\n')}
`
