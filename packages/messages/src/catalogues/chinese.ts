import { PLACE, remedyCode, type Rows } from '../message.ts'
import type { Catalogue } from '../translator.ts'
import chats from './chats.en.json' with { type: 'json' }
import cli from './cli.en.json' with { type: 'json' }
import code from './code.en.json' with { type: 'json' }
import connect from './connect.en.json' with { type: 'json' }
import core from './core.en.json' with { type: 'json' }
import docs from './docs.en.json' with { type: 'json' }
import folders from './folders.en.json' with { type: 'json' }
import formats from './formats.en.json' with { type: 'json' }
import guardedFetch from './guarded-fetch.en.json' with { type: 'json' }
import instances from './instances.en.json' with { type: 'json' }
import kernel from './kernel.en.json' with { type: 'json' }
import models from './models.en.json' with { type: 'json' }
import notes from './notes.en.json' with { type: 'json' }
import pads from './pads.en.json' with { type: 'json' }
import remote from './remote.en.json' with { type: 'json' }
import server from './server.en.json' with { type: 'json' }
import settings from './settings.en.json' with { type: 'json' }
import storePostgres from './store-postgres.en.json' with { type: 'json' }
import storeSql from './store-sql.en.json' with { type: 'json' }
import storeSqlite from './store-sqlite.en.json' with { type: 'json' }
import terminal from './terminal.en.json' with { type: 'json' }
import transfer from './transfer.en.json' with { type: 'json' }
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
    const names = Object.keys(own?.with ?? {})
    const id = `${topic}.${key}`
    const text = { id, names, english: own?.text ?? '', chinese: other?.text ?? '' }
    if (own?.remedy === undefined) return [text]
    return [text, { id: remedyCode(id), names, english: own.remedy, chinese: other?.remedy ?? '' }]
  }),
)

const chineseRows: Readonly<Record<string, Rows>> = zh

/** Text of a message by its code, `docs.noSuchLibrary` or `docs.noSuchLibrary.remedy`. */
export function chineseOf(code: string): string | undefined {
  const [topic = '', key = '', part] = code.split('.')
  const row = chineseRows[topic]?.[key]
  if (typeof row === 'string') return row
  return part === undefined ? row?.text : row?.remedy
}

/** The same as templates: in reports, in jobs and from servers of an earlier version they are English by the time they are read. */
export const pairs: Catalogue = Object.fromEntries(
  rows.map(({ names, english, chinese }) => {
    const places = [...english.matchAll(PLACE)].map(([, name = '']) => name).filter((name) => names.includes(name))
    return [withNumbers(english, places).replaceAll('*}', '}').trim(), withNumbers(chinese, places).trim()]
  }),
)

function withNumbers(text: string, places: readonly string[]): string {
  return text.replaceAll(PLACE, (place, name: string, mark: string, noun?: string) => {
    const at = [...new Set(places)].indexOf(name)
    return at < 0 ? place : `{${at}${mark === '*' || noun !== undefined ? '*' : ''}}`
  })
}
