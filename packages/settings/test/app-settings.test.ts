import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { dataFolder, readSettings } from '../src/app-settings.ts'
import { expandPath } from '../src/user-path.ts'
import { scratchFolder } from '../../../test/scratch.ts'

let home = ''
beforeEach(() => void (home = scratchFolder()))

async function read(yaml: string | undefined, env: Record<string, string> = {}) {
  if (yaml !== undefined) await writeFile(join(home, 'settings.yaml'), yaml)
  return readSettings({ env: { WUKU_HOME: home, ...env }, platform: 'linux', userFolder: '/home/me' })
}

it.each<[platform: NodeJS.Platform, env: Record<string, string>, folder: string]>([
  ['linux', {}, '/home/me/.local/share/wuku'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/wuku'],
  ['darwin', {}, '/home/me/Library/Application Support/wuku'],
  ['linux', { WUKU_HOME: '/elsewhere', XDG_DATA_HOME: '/data' }, '/elsewhere'],
  ['linux', { WUKU_HOME: '' }, '/home/me/.local/share/wuku'],
])('the data folder on %s with %j is %s', (platform, env, folder) =>
  expect(dataFolder({ env, platform, userFolder: '/home/me' })).toBe(folder),
)

describe('settings', () => {
  it.each<[says: string, yaml: string | undefined, env: Record<string, string>, expected: object]>([
    ['have defaults', undefined, {}, { fileBytes: 10_485_760, tools: [], readOnly: false, warnings: [] }],
    ['may be an empty file', '# nothing yet\n', {}, { fileBytes: 10_485_760, warnings: [] }],
    [
      'come from the file',
      'limits:\n  fileBytes: 5\ntools: [core, notes]\nreadOnly: true\n',
      {},
      { fileBytes: 5, tools: ['core', 'notes'], readOnly: true },
    ],
    [
      'are overridden by variables',
      'tools: core\nworkers: 3\n',
      { WUKU_TOOLS: 'notes', WUKU_WORKERS: '2' },
      { tools: ['notes'], workers: 2 },
    ],
    [
      'limit pads as scratchpad-mcp does',
      '',
      {},
      { pads: { padBytes: 1_048_576, padsPerWorkflow: 50, padVersions: 1_000 }, offline: false },
    ],
    [
      'limit pads otherwise',
      'pads:\n  bytes: 10\n  perWorkflow: 1023\n',
      { WUKU_PADS_VERSIONS: '3', WUKU_OFFLINE: '1' },
      { pads: { padBytes: 10, padsPerWorkflow: 1_023, padVersions: 3 }, offline: true },
    ],
    [
      'take DATABASE_URL for an address of other programs as well',
      '',
      { DATABASE_URL: 'postgres://a/b' },
      { team: { database: { isShared: true } } },
    ],
    [
      'take it for our own where a schema is named',
      '',
      { DATABASE_URL: 'postgres://a/b', DATABASE_SCHEMA: 'team' },
      { team: { database: { isShared: false } } },
    ],
    [
      'take WUKU_DATABASE_URL for our own',
      '',
      { DATABASE_URL: 'postgres://a/b', WUKU_DATABASE_URL: 'postgres://a/b' },
      { team: { database: { isShared: false } } },
    ],
    ['keep no conversation out', undefined, {}, { chats: { exclude: [] } }],
    [
      'keep conversations out',
      'chats:\n  exclude: [~/clients/**, 0b5e1c2d]\n',
      {},
      { chats: { exclude: ['~/clients/**', '0b5e1c2d'] }, warnings: [] },
    ],
    ['know no language model', undefined, {}, { generator: { url: '', model: '' } }],
    [
      'name a language model',
      'models:\n  generator:\n    url: http://127.0.0.1:1/v1\n    model: tide-1\n    key: not-a-real-key\n',
      { WUKU_GENERATOR_MODEL: 'tide-2 ' },
      { generator: { url: 'http://127.0.0.1:1/v1', model: 'tide-2' }, warnings: [] },
    ],
    [
      'speak to Gemini as its embedding model is spoken to',
      'models:\n  generator:\n    provider: gemini\n',
      { GEMINI_BASE_URL: 'http://127.0.0.1:1', GEMINI_AUTH_MODE: 'bearer', GEMINI_MODEL: 'g' },
      { generator: { provider: 'gemini', url: 'http://127.0.0.1:1', model: '', auth: 'bearer' }, warnings: [] },
    ],
    [
      'keep the spaces of prompts',
      'models:\n  embedder:\n    queryPrompt: "query: "\n',
      { WUKU_EMBEDDER_DOCUMENT_PROMPT: ' passage: ', GEMINI_API_KEY: 'not-a-real-key' },
      { embedder: { provider: 'gemini', queryPrompt: 'query: ', documentPrompt: ' passage: ' }, warnings: [] },
    ],
    [
      'name a reranker',
      'models:\n  reranker:\n    provider: tei\n    url: http://127.0.0.1:1\n',
      { WUKU_RERANKER_MODEL: ' m' },
      { reranker: { provider: 'tei', url: 'http://127.0.0.1:1', model: 'm' }, warnings: [] },
    ],
    ['know no embedding model', undefined, {}, { embedder: { provider: '', url: '', model: '', keyName: '' } }],
    [
      'name an embedding model',
      'models:\n  embedder:\n    provider: openai\n    url: http://127.0.0.1:1/v1\n    dimensions: 768\n',
      { WUKU_EMBEDDER_MODEL: ' tide-2', GEMINI_MODEL: 'g', GEMINI_AUTH_MODE: 'query' },
      {
        embedder: { provider: 'openai', url: 'http://127.0.0.1:1/v1', model: 'tide-2', dimensions: '768', auth: '' },
        warnings: [],
      },
    ],
    [
      'take Gemini from the variables of scythe-context-mcp',
      undefined,
      {
        GEMINI_API_KEY: 'not-a-real-key',
        GEMINI_BASE_URL: 'http://127.0.0.1:1',
        GEMINI_MODEL: 'g',
        GEMINI_OUTPUT_DIMENSIONALITY: '768',
        GEMINI_AUTH_MODE: 'query',
        GEMINI_API_KEY_HEADER: 'h',
        GEMINI_API_KEY_QUERY_PARAM: 'p',
      },
      {
        embedder: {
          provider: 'gemini',
          url: 'http://127.0.0.1:1',
          model: 'g',
          dimensions: '768',
          auth: 'query',
          keyName: 'p',
        },
      },
    ],
    [
      'choose Gemini for its key alone, and name its header',
      undefined,
      { GEMINI_API_KEY: 'not-a-real-key', GEMINI_API_KEY_HEADER: 'h', GEMINI_API_KEY_QUERY_PARAM: 'p' },
      { embedder: { provider: 'gemini', url: '', keyName: 'h' } },
    ],
    [
      'choose nothing for a model of Gemini',
      undefined,
      { GEMINI_MODEL: 'g' },
      { embedder: { provider: '', model: '' } },
    ],
    [
      'ask nobody else when half of it is set',
      undefined,
      { GEMINI_API_KEY: 'not-a-real-key', WUKU_EMBEDDER_URL: 'http://127.0.0.1:1/v1' },
      { embedder: { provider: '', url: 'http://127.0.0.1:1/v1' } },
    ],
    [
      'prefer their own words to those of scythe-context-mcp',
      'models:\n  embedder:\n    provider: gemini\n    model: tide-2\n    auth: query\n',
      { GEMINI_BASE_URL: 'http://127.0.0.1:1', GEMINI_MODEL: 'g', GEMINI_API_KEY_QUERY_PARAM: 'p' },
      {
        embedder: { provider: 'gemini', url: 'http://127.0.0.1:1', model: 'tide-2', auth: 'query', keyName: 'p' },
        warnings: [],
      },
    ],
    ['leave contexts to others', 'contexts:\n  notes: text\n', {}, { warnings: [] }],
    ['leave named projects to others', 'projects:\n  shop: [~/src/shop, notes/a]\n', {}, { warnings: [] }],
  ])('%s', async (_says, yaml, env, expected) => expect(await read(yaml, env)).toMatchObject(expected))

  it('tell a key to nobody who prints them', async () => {
    const settings = await read('models:\n  generator:\n    key: not-a-real-key-1\n', {
      WUKU_GENERATOR_KEY: ' not-a-real-key-2\n',
    })
    expect(settings.generator.key()).toBe('not-a-real-key-2')
    expect(JSON.stringify(settings) + inspect(settings, { depth: null, showHidden: true })).not.toContain('not-a-real')
  })

  it.each<[env: Record<string, string>, expected: string]>([
    [{ WUKU_EMBEDDER_KEY: ' not-a-real-key-1\n', GEMINI_API_KEY: 'not-a-real-key-2' }, 'not-a-real-key-1'],
    [{ GEMINI_API_KEY: 'not-a-real-key-2' }, 'not-a-real-key-2'],
    [{ WUKU_EMBEDDER_PROVIDER: 'gemini', GEMINI_API_KEY: 'not-a-real-key-2' }, 'not-a-real-key-2'],
    [{ WUKU_EMBEDDER_PROVIDER: 'openai', GEMINI_API_KEY: 'not-a-real-key-2' }, ''],
    [{ WUKU_EMBEDDER_URL: 'http://127.0.0.1:1', GEMINI_API_KEY: 'not-a-real-key-2' }, ''],
  ])('keep the key of an embedding model to its provider: %j', async (env, expected) => {
    const settings = await read(undefined, env)
    expect(settings.embedder.key()).toBe(expected)
    expect(JSON.stringify(settings) + inspect(settings, { depth: null, showHidden: true })).not.toContain('not-a-real')
  })

  it.each<[env: Record<string, string>, expected: string]>([
    [{ WUKU_GENERATOR_PROVIDER: 'gemini', GEMINI_API_KEY: 'not-a-real-key-2' }, 'not-a-real-key-2'],
    [{ WUKU_GENERATOR_URL: 'http://127.0.0.1:1', GEMINI_API_KEY: 'not-a-real-key-2' }, ''],
  ])('keep the key of Gemini from other language models: %j', async (env, expected) =>
    expect((await read(undefined, env)).generator.key()).toBe(expected),
  )

  it('warn of a key that means nothing', async () => {
    const { warnings } = await read('tool: core\nlimits:\n  filebytes: 1\n')
    expect(warnings).toEqual([
      expect.stringContaining('"tool" is not a setting'),
      expect.stringContaining('"limits.filebytes"'),
    ])
  })

  it.each<[says: string, yaml: string, env: Record<string, string>, code: string]>([
    ['broken YAML', 'tools: [', {}, 'bad-input'],
    ['a number that is none', 'workers: many\n', {}, 'usage'],
    ['more scratchpads than a workflow can hold', 'pads:\n  perWorkflow: 1024\n', {}, 'usage'],
    ['no bytes at all', '', { WUKU_PADS_BYTES: '0' }, 'usage'],
    ['half a version', '', { WUKU_PADS_VERSIONS: '0.5' }, 'usage'],
    ['a switch that is none', '', { WUKU_READ_ONLY: 'perhaps' }, 'usage'],
  ])('refuse %s', (_says, yaml, env, code) => expect(read(yaml, env)).rejects.toMatchObject({ code }))
})

it.each<[path: string, expanded: string | undefined]>([
  ['~', '/home/me'],
  ['~/notes', '/home/me/notes'],
  ['~other/notes', '~other/notes'],
  ['$CONFIG/qmd', '/etc/qmd'],
  ['$NOT_SET/qmd', undefined],
  ['/a/$CONFIG', '/a/$CONFIG'],
  ['notes', 'notes'],
])('paths as a user writes them: %s', (path, expanded) =>
  expect(expandPath(path, { env: { CONFIG: '/etc' }, userFolder: '/home/me' })).toBe(expanded),
)

describe('settings of accounts', () => {
  it('settings of accounts have defaults', async () => {
    const { auth } = await read('')
    expect(auth).toMatchObject({ anonymous: false, visibility: 'team', admins: [], role: 'reader', keysPerUser: 20 })
    expect(auth).toMatchObject({ accessMinutes: 120, refreshDays: 7, oidc: { issuer: '', rolesClaim: 'groups' } })
    expect([auth.adminKey(), auth.oidc.clientSecret()]).toEqual(['', ''])
  })

  it('hold secrets that no listing shows', async () => {
    const secret = 'k'.repeat(32)
    const { auth } = await read('', { WUKU_AUTH_ADMIN_KEY: secret, WUKU_AUTH_OIDC_CLIENT_SECRET: secret })
    expect([auth.adminKey(), auth.oidc.clientSecret()]).toEqual([secret, secret])
    expect(JSON.stringify(auth) + inspect(auth, { depth: 9 })).not.toContain(secret)
  })

  it.each<[variable: string, value: string, isSecret: boolean]>([
    ['WUKU_AUTH_ADMIN_KEY', 'k'.repeat(31), true],
    ['WUKU_AUTH_ADMIN_KEY', 'k'.repeat(201), true],
    ['WUKU_AUTH_ADMIN_KEY', `${'k'.repeat(40)} and`, true],
    ['WUKU_AUTH_VISIBILITY', 'everybody', false],
    ['WUKU_AUTH_ROLE', 'owner', false],
    ['WUKU_AUTH_OIDC_ISSUER', 'http://login.example.com', true],
    ['WUKU_AUTH_OIDC_ISSUER', 'https://ann:secret@login.example.com', true],
  ])('refuse %s=%s', async (variable, value, isSecret) => {
    const error = await read('', { [variable]: value }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'usage' })
    expect(String(error).includes(value)).toBe(!isSecret)
  })

  it.each(['https://login.example.com/realms/sea', 'http://127.0.0.1:8080', 'http://localhost:1/x'])(
    'take %s as an issuer',
    async (issuer) => expect((await read('', { WUKU_AUTH_OIDC_ISSUER: issuer })).auth.oidc.issuer).toBe(issuer),
  )
})
