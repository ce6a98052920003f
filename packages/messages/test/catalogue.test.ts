import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inputShape } from '@wuku/kernel/arguments/shape'
import { settingsTable } from '@wuku/settings/settings-table'
import { createTranslator } from '../src/translator.ts'
import zhCommands from '../src/catalogues/zh-commands.json' with { type: 'json' }
import zh from '../src/catalogues/zh.json' with { type: 'json' }
import { PLACE, type Rows } from '../src/message.ts'
import { apiTexts } from '../src/zh/api-texts.ts'
import { chinese } from '../src/zh/index.ts'
import parameters from '../src/zh/parameters.json' with { type: 'json' }
import titles from '../src/zh/titles.json' with { type: 'json' }
import wordsOfTexts from '../src/zh/words.json' with { type: 'json' }
import { loadOperations } from '../../cli/src/load-operations.ts'
import { describedIn } from '../../server/src/http/reader-language.ts'
import { openApiDocument } from '../../server/src/http/rest/openapi.ts'
import { restRoutes } from '../../server/src/http/rest/routes.ts'
import { helpTexts } from './help-texts.ts'
import { pageTexts } from './page-texts.ts'
import { countedNouns, saidTexts, wordsInMessages, type SaidText } from './said-texts.ts'

const topics = Object.entries<Rows>({ ...zh, ...zhCommands }).map(([topic, rows]) => ({
  topic,
  english: JSON.parse(readFileSync(`packages/messages/src/catalogues/${topic}.en.json`, 'utf8')) as Rows,
  chinese: rows,
}))
const { messages = {} } = chinese

const words: Readonly<Record<string, string>> = wordsOfTexts
const say = createTranslator(chinese)
const texts = chinese.texts
const said = saidTexts()
const pages = pageTexts()
const settingTexts = Object.values(settingsTable).map(({ description }) => description)

/** Texts of the same shape that no person reads, each with its reason. */
const forPrograms: Readonly<Record<string, readonly string[]>> = {
  'commands, headers and names': [
    'Bearer {0}',
    'npx wuku',
    'npx wuku@latest',
    'npm install -g wuku@latest',
    '{0} MB',
    '; --limit {0}',
    'docs',
    'notes',
    'project',
    'git pull && npm install',
    '  {0} recall {1}',
    '{0}/queries.jsonl',
    'name version ref folder pattern exclude include scope depth pages as host keep plain',
  ],
  'an answer of a tool of another program, word for word': [
    '[SKIPPED: {0} - File too large ({1} > {2}). Use \'get\' with file="{3}" to retrieve.]',
  ],
  'codes and names of events': ['unreachable', 'timeout', 'too-large', 'not_embeddings', 'server', 'call.'],
  'names, and paths of problems': ['row {0}', 'npm {0}', '{0}, line {1}', 'WUKU_{0}', '{0}-wal', 'conversation {0}'],
  'keys of requests': [
    'path',
    '/api/v1/libraries',
    'if_exists',
    'into',
    'query',
    'collection',
    'type',
    'metric',
    'mine',
    'without_client',
  ],
  'a line of the log': ['{0} is not kept fresh for now'],
  'why a commit was found, in an answer for agents': ['touches {0}'],
  'rows of figures': ['{0}  until {1}  {2} bytes', '  {0}  {1}  {2}\n    in common: {3}'],
  'said by tools of scratchpads, in their own words': [
    'it is empty',
    'full content',
    'last {0} lines',
    'last {0} chars',
    'last {0} block(s)',
    'last {0} lines{1} (default)',
    ', of which the last {0} chars',
  ],
}

const ROUTES = /(?<!build|long)Routes?$/
const isForPrograms = (text: string): boolean => Object.values(forPrograms).flat().includes(text)
const keyOf = (text: string): string => text.trim()
describe('the Chinese catalogue', () => {
  it('has every error, remedy, finding and progress', () => {
    const missing = said.filter(({ text }) => !isForPrograms(text) && texts[keyOf(text)] === undefined)
    expect(missing.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })
  it('has every text of a page of help', async () => {
    const missing = (await helpTexts()).filter((text) => say(text) === String(text))
    expect(missing.map(String)).toEqual([])
  })
  it('has the title of every operation, and no other', async () => {
    const own = (await loadOperations()).map(({ title }) => title)
    expect(Object.keys(titles).toSorted()).toEqual([...new Set(own)].toSorted())
  })
  it('tells every description and title of the API, and changes nothing else in it', async () => {
    const operations = await loadOperations()
    const files = globSync('packages/server/src/http/{,login/,live/,rest/openapi-}*.ts')
    const modules = await Promise.all(files.map(async (file) => import(`${process.cwd()}/${file}`)))
    const made = modules.flatMap(Object.entries).flatMap(([name, each]) => (ROUTES.test(name) ? each : []))
    const own = made.flatMap((each) => (typeof each === 'function' ? each([], operations) : each))
    const document = openApiDocument([...restRoutes(operations, own), ...own], { version: '1', publicUrl: '' })
    const english = { document, inputs: operations.map(inputShape) }
    const read = (part: object, told: string[] = []) => {
      const taken = (key: string, value: unknown) =>
        typeof value === 'string' && /^(?:title|summary|description)$/.test(key) ? told.push(value) && '' : value
      return { rest: JSON.stringify(part, taken), told }
    }
    const [before, after] = [read(english), read(await describedIn('zh', english))]
    expect(after.rest).toBe(before.rest)
    expect(new Set(after.told.filter((text) => before.told.includes(text)))).toEqual(new Set(['wuku']))
    expect(Object.keys(parameters).filter((text) => !before.told.includes(text))).toEqual([])
  })
  it('has what every setting is for', () => {
    const missing = settingTexts.filter((text) => say(text) === text)
    expect(missing).toEqual([])
  })
  it('has every text that pages of the command line are made of', () => {
    const missing = pages.filter(
      ({ text }) =>
        !isForPrograms(text) &&
        chinese.nouns[text] === undefined &&
        texts[keyOf(text)] === undefined &&
        say(text) === text,
    )
    expect(missing.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })
  it('makes no exception for a text that is not found', () => {
    const known = new Set([...said, ...pages].map(({ text }) => text))
    const exceptions = Object.values(forPrograms).flat()
    expect(exceptions.filter((text) => !known.has(text))).toEqual([])
  })
  it('has every noun that is counted', () => expect(countedNouns().filter((noun) => !chinese.nouns[noun])).toEqual([]))
  it('has no text that nothing says any more', async () => {
    const known = new Set([...said, ...pages].map(({ text }: SaidText) => keyOf(text)))
    const help = [...(await helpTexts()).map(String), ...settingTexts, ...Object.keys(titles)]
    const stale = Object.keys(texts).filter(
      (text) => words[text] === undefined && !known.has(text) && !help.includes(text),
    )
    expect(stale).toEqual([])
  })
  it('tells values that may be words of ours', () => {
    const untold = wordsInMessages().filter(
      ({ code, name, text }) =>
        !isForPrograms(text) &&
        (messages[code]?.includes(`{${name}}`) || messages[`${code}.remedy`]?.includes(`{${name}}`)),
    )
    expect(untold.map(({ code, name, text }) => `${code} ${name}: ${text}`)).toEqual([])
  })
  it('has no text with values in it: those are messages', () =>
    expect(Object.keys(texts).filter((text) => /\{\d+\}/.test(text))).toEqual([]))
  it('has a blank between Chinese and Latin, and full-width signs in Chinese', () => {
    const rows = [...Object.values(apiTexts.texts), ...Object.values(messages)]
    expect(rows.filter((text) => /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(text))).toEqual([])
    expect(rows.filter((text) => /\p{Script=Han}[,;:!?]/u.test(text))).toEqual([])
  })
})

describe('the messages', () => {
  const fieldsOf = (rows: Rows, key: string) => {
    const row = rows[key] ?? ''
    return typeof row === 'string' ? { text: row } : row
  }
  const placesIn = (text = ''): string[] => [...text.matchAll(PLACE)].map(([, name = '']) => name)
  const namesIn = (rows: Rows, key: string, known: readonly string[]): string[] => {
    const { text, remedy } = fieldsOf(rows, key)
    const names = [...placesIn(text), ...placesIn(remedy)].filter((name) => known.includes(name))
    return [...new Set(names)].toSorted()
  }
  it.each(topics)(
    'of $topic have the same keys, remedies and values in both languages',
    ({ english, chinese: translated }) => {
      expect(Object.keys(translated)).toEqual(Object.keys(english))
      for (const key of Object.keys(english)) {
        const known = Object.keys(fieldsOf(english, key).with ?? {})
        expect([key, ...namesIn(english, key, known)]).toEqual([key, ...known.toSorted()])
        expect([key, ...namesIn(translated, key, known)]).toEqual([key, ...known.toSorted()])
        expect([key, 'remedy' in fieldsOf(translated, key)]).toEqual([key, 'remedy' in fieldsOf(english, key)])
      }
    },
  )
  it.each(topics)('of $topic are all used', ({ topic, english }) => {
    const sources = globSync('packages/*/src/**/*.ts')
      .map((path) => readFileSync(path, 'utf8'))
      .filter((text) => text.includes(`'@wuku/messages/${topic}'`))
    const used = new Set(sources.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, key]) => key)))
    expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([])
  })
})
