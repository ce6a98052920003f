import { PLACE, remedyCode, type Rows } from '../message.ts'
import type { Catalogue } from '../translator.ts'
import { rows as chats } from './chats-messages.ts'
import { rows as cli } from './cli-messages.ts'
import { rows as code } from './code-messages.ts'
import { rows as connect } from './connect-messages.ts'
import { rows as core } from './core-messages.ts'
import { rows as docs } from './docs-messages.ts'
import { rows as folders } from './folders-messages.ts'
import { rows as formats } from './formats-messages.ts'
import { rows as guardedFetch } from './guarded-fetch-messages.ts'
import { rows as instances } from './instances-messages.ts'
import { rows as kernel } from './kernel-messages.ts'
import { rows as models } from './models-messages.ts'
import { rows as notes } from './notes-messages.ts'
import { rows as pads } from './pads-messages.ts'
import { rows as remote } from './remote-messages.ts'
import { rows as server } from './server-messages.ts'
import { rows as settings } from './settings-messages.ts'
import { rows as storePostgres } from './store-postgres-messages.ts'
import { rows as storeSql } from './store-sql-messages.ts'
import { rows as storeSqlite } from './store-sqlite-messages.ts'
import { rows as terminal } from './terminal-messages.ts'
import { rows as transfer } from './transfer-messages.ts'
import zh from './zh.json' with { type: 'json' }

const en = {
  chats,
  cli,
  code,
  connect,
  core,
  docs,
  folders,
  formats,
  'guarded-fetch': guardedFetch,
  instances,
  kernel,
  models,
  notes,
  pads,
  remote,
  server,
  settings,
  'store-postgres': storePostgres,
  'store-sql': storeSql,
  'store-sqlite': storeSqlite,
  terminal,
  transfer,
}

/** Topics with both languages: they have the same keys, and a test checks it. */
export const topics = Object.entries<Rows>(en).map(([topic, english]) => {
  const chinese: Rows = Object.entries<Rows>(zh).find(([name]) => name === topic)?.[1] ?? {}
  return { topic, english, chinese }
})

const rows = topics.flatMap(({ topic, english, chinese }) =>
  Object.entries(english).flatMap(([key, row]) => {
    const [own, other] = [row, chinese[key] ?? row].map((each) => (typeof each === 'string' ? { text: each } : each))
    const id = `${topic}.${key}`
    const text = { id, english: own?.text ?? '', chinese: other?.text ?? '' }
    if (own?.remedy === undefined) return [text]
    return [text, { id: remedyCode(id), english: own.remedy, chinese: other?.remedy ?? '' }]
  }),
)

const chineseRows: Readonly<Record<string, Rows>> = zh

/** Text of a message by its code, `docs.noSuchLibrary` or `docs.noSuchLibrary.remedy`. */
export function chineseOf(id: string): string | undefined {
  const [topic = '', key = '', part] = id.split('.')
  const row = chineseRows[topic]?.[key]
  if (typeof row === 'string') return row
  return part === undefined ? row?.text : row?.remedy
}

/** The same as templates: in reports, in jobs and from servers of an earlier version they are English by the time they are read. */
export const pairs: Catalogue = Object.fromEntries(
  rows.map(({ english, chinese }) => {
    const places = [...english.matchAll(PLACE)].map(([, name = '']) => name)
    return [withNumbers(english, places).replaceAll('*}', '}').trim(), withNumbers(chinese, places).trim()]
  }),
)

function withNumbers(text: string, places: readonly string[]): string {
  return text.replaceAll(PLACE, (place, name: string, mark: string, noun?: string) => {
    const at = [...new Set(places)].indexOf(name)
    return at < 0 ? place : `{${at}${mark === '*' || noun !== undefined ? '*' : ''}}`
  })
}
