import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headings, QMD } from '../src/commands/help.ts'
import { commandsWith } from '../src/commands/index.ts'
import { usageWords } from '@wuku/terminal/help'
import { loadOperations } from '../src/load-operations.ts'
import type { Settings } from '@wuku/settings/app-settings'
import { noTeam } from '@wuku/settings/team-settings'
import { loadTranslator } from '@wuku/settings/language-choice'
import { readArguments } from '@wuku/terminal/arguments'
import { actionHelp, commandHelp, helpOptions } from '@wuku/terminal/help'
import { type Sink } from '@wuku/terminal/terminal'
import { displayWidth } from '@wuku/text/show/width'
import { exampleLine } from '@wuku/terminal/typed-calls'
import { commandFlags, commonFlags } from '@wuku/terminal/flags'
import { flagsOf } from '@wuku/terminal/operation-command'
import { untuned } from '../../models/test/embedder-house.ts'
import { withoutDocs } from '../../kernel/test/docs-ports.ts'

const allOperations = await loadOperations()

const settings: Settings = {
  home: '/d',
  file: '/d/settings.yaml',
  store: '/d/wuku.sqlite',
  team: noTeam,
  backup: { place: '', every: 0, keep: 7 },
  packs: { trusted: [] },
  fileBytes: 1,
  tools: [],
  readOnly: false,
  language: 'auto',
  sessionContext: true,
  workers: 1,
  pads: { padBytes: 1, padsPerWorkflow: 1, padVersions: 1 },
  push: { files: 1, bytes: 1 },
  code: { fileBytes: 1, commits: 0, project: '', shellFolder: '' },
  chats: { exclude: [], leaveOutRetrieved: false, current: '' },
  docs: withoutDocs.settings.docs,
  fetching: { tokenOf: () => undefined, allowHosts: [], proxy: '' },
  connectors: { credentialOf: () => undefined, people: [], webhooks: [] },
  server: {
    host: '127.0.0.1',
    port: 7557,
    publicUrl: '',
    allowHosts: [],
    allowOrigins: [],
    trustProxy: [],
    role: 'all',
    drainSeconds: 0,
    graceSeconds: 10,
    waitSeconds: 120,
    bodyBytes: 1,
    uploadBytes: 1,
    uploadFiles: 1,
    mcpSessions: false,
    limits: {
      requestsPerMinute: 600,
      callsPerDay: 0,
      uploadBytesPerDay: 0,
      quotas: [],
      failuresPerMinute: 30,
      threadSecondsPerMinute: 0,
      jobSecondsPerMinute: 0,
      streams: 0,
      connections: 0,
      requestSeconds: 30,
    },
  },
  auth: {
    adminKey: () => '',
    anonymous: false,
    visibility: 'team',
    admins: [],
    role: 'reader',
    keysPerUser: 1,
    accessMinutes: 1,
    refreshDays: 1,
    signingKeys: () => [],
    oidc: {
      issuer: '',
      clientId: '',
      clientSecret: () => '',
      rolesClaim: 'groups',
      adminValues: [],
      writerValues: [],
      deviceLogin: 'off',
      domains: [],
    },
  },
  allowedSecrets: [],
  offline: false,
  generator: { provider: '', url: '', model: '', auth: '', keyName: '', key: () => '' },
  embedder: { ...untuned, provider: '', url: '', model: '', dimensions: '', auth: '', keyName: '', key: () => '' },
  timeouts: { question: 1, order: 1, words: 1 },
  embedderPrice: undefined,
  reranker: { provider: '', url: '', model: '', key: () => '' },
  localModels: {
    embedder: undefined,
    reranker: undefined,
    threads: undefined,
    hub: { url: 'https://huggingface.co', token: () => '', insecure: false },
    hubCaches: [],
  },
  warnings: [],
}
const surroundings = { env: {}, platform: 'linux' as const, userFolder: '/home/me' }
const commands = await commandsWith(allOperations, { settings, environment: surroundings })

/** As a shell would, for what our examples need. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))

function read(line: string) {
  const [program, name, ...tokens] = wordsOf(line)
  expect(program).toBe('wuku')
  const command = commands.find((known) => known.name === name)
  if (!command) throw new Error(`There is no command "${name}".`)
  return readArguments(tokens, { ...command, flags: [...commandFlags(command), ...commonFlags] })
}

/** Commands that the help leaves out: its first line already says the version, hooks run one, and the others stand with their counterpart. */
const UNLISTED = [
  'version',
  'session-context',
  'completions',
  'find',
  'logout',
  'restore',
  'import',
  'pack',
  'keys',
  'edit-note',
  'affected',
  'verify',
  'handoff',
  'hook',
  'orders',
  'failures',
  'console',
  'uninstall',
  'upgrade',
  'migrate-schema',
  'engine',
]

describe('the list of commands', () => {
  const shown = headings.flatMap(({ commands: lines }) => Object.keys(lines))
  const named = new Set([...shown.map((line) => line.split(' ')[0]), ...QMD, ...UNLISTED, 'help'])

  it.each(shown)('shows "%s" with the first argument of the command', (line) => {
    const command = commands.find(({ name }) => name === line.split(' ')[0])
    expect(command && /^\S+(?: [<[][^>\]]*[>\]])?/.exec(usageWords(command))?.[0]).toBe(line)
  })

  it.each(commands.map(({ name }) => name))('has a place for %s', (name) => expect(named).toContain(name))
})

describe('every example', () => {
  /** Also those of a version that npx fetches. */
  const lines = commands.flatMap(({ examples }) => examples.map(({ line }) => line.replace(/^npx wuku@\w+/, 'wuku')))
  it.each(lines)('%s can be typed', (line) => expect(() => read(line)).not.toThrow())

  const inputs = allOperations
    .filter(({ command }) => command)
    .flatMap((operation) =>
      operation.examples.map(({ input }) => ({ operation, input: input as Record<string, unknown> })),
    )
  it.each(inputs)('$operation.name $input says on the command line what it says as JSON', ({ operation, input }) =>
    expect(read(exampleLine(operation, input))).toEqual(input),
  )
})

describe('every line that the pages show', () => {
  const root = join(import.meta.dirname, '../../..')
  const pages = ['README', 'docs', 'docs/guides', 'docs/reference'].flatMap((place) =>
    place === 'README'
      ? ['README.md', 'README.zh-CN.md']
      : readdirSync(join(root, place))
          .filter((name) => name.endsWith('.md'))
          .map((name) => join(place, name)),
  )

  it.each(pages)('of %s can be typed', (page) => {
    const refused = typedIn(readFileSync(join(root, page), 'utf8')).flatMap((line) => {
      try {
        read(line)
        return []
      } catch (thrown) {
        return [`${line}: ${thrown instanceof Error ? thrown.message : String(thrown)}`]
      }
    })
    // A flag that a sentence only mentions has none.
    expect(refused.filter((each) => !each.endsWith('needs a value.'))).toEqual([])
  })
})

/** Commands of ours in what a page shows to be typed: lines of a shell, and code that begins with our name. */
function typedIn(page: string): readonly string[] {
  const shells = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = '']) =>
    lines.replaceAll(/\\\n/g, ' ').split('\n'),
  )
  const prose = page.replaceAll(/^```[\s\S]*?^```/gm, '')
  const inline = [...prose.matchAll(/`(wuku [a-z][^`\n]*)`/g)].map(([, line = '']) => line)
  return [...shells, ...inline]
    .flatMap((line) => line.replace(/(?:^|\s)# .*$/, '').split(/\s(?:&&|\|{1,2}|>|<)\s/))
    .map((part) => part.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .filter((part) => /^wuku [a-z]/.test(part))
    .map((part) => part.replace(/ \.\.\.$/, ''))
}

describe('every command', () => {
  it('has a name of its own', () => expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length))
  it.each(commands)('$name has a title, an example, and flags that do not clash', ({ title, examples, ...command }) => {
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(examples.length).toBeGreaterThan(0)
    const names = [...commandFlags(command), ...commonFlags].flatMap((flag) => flag.names)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
  it.each(allOperations)('$name takes every key of its positional arguments', (operation) => {
    const keys = flagsOf(operation).map(({ key }) => key)
    expect(keys).toEqual(
      expect.arrayContaining((operation.command?.positional ?? []).map((place) => place.replace('...', ''))),
    )
  })
})

describe('pages of help', () => {
  /** Examples are there to be copied. */
  const isExample = (line: string): boolean => /^ {2}(?:npx )?wuku/.test(line)
  it.each(['en', 'zh'] as const)('fit 80 columns in %s', async (language) => {
    const say = await loadTranslator(language)
    const out: Sink = { write: () => {}, isTerminal: true, hasColours: false, columns: 80, translate: say }
    const options = helpOptions(out)
    const pages = commands.flatMap((command) => [
      commandHelp(command, options),
      ...Object.keys(command.actions ?? {}).map((action) => actionHelp(command, action, options)),
    ])
    const wide = pages.flatMap((page) => page.split('\n')).filter((line) => displayWidth(line) > 80)
    expect(wide.filter((line) => !isExample(line))).toEqual([])
  })
})
