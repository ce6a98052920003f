import { remedyCode, type Rows } from '../message.ts'
import chats from './chats.en.json' with { type: 'json' }
import code from './code.en.json' with { type: 'json' }
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
import server from './server.en.json' with { type: 'json' }
import settings from './settings.en.json' with { type: 'json' }
import storePostgres from './store-postgres.en.json' with { type: 'json' }
import storeSql from './store-sql.en.json' with { type: 'json' }
import storeSqlite from './store-sqlite.en.json' with { type: 'json' }
import transfer from './transfer.en.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

const en = {
  chats,
  code,
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
  server,
  settings,
  'store-postgres': storePostgres,
  'store-sql': storeSql,
  'store-sqlite': storeSqlite,
  transfer,
}

type Topics = Readonly<Record<string, Rows>>

/** Topics in both languages, with the same keys, as a test checks; and their Chinese by the codes of messages. */
export function chineseOf(english: Topics, chinese: Topics) {
  const topics = Object.entries(english).map(([topic, rows]) => ({
    topic,
    english: rows,
    chinese: chinese[topic] ?? {},
  }))
  const messages = topics.flatMap(({ topic, chinese: rows }) =>
    Object.entries(rows).flatMap(([key, row]) => coded(`${topic}.${key}`, row)),
  )
  return { topics, messages: Object.fromEntries(messages) }
}

function coded(code: string, row: Rows[string]): readonly (readonly [code: string, text: string])[] {
  if (typeof row === 'string') return [[code, row]]
  return [[code, row.text], ...(row.remedy === undefined ? [] : [[remedyCode(code), row.remedy] as const])]
}

/** Messages of everything that may run in a server. */
export const program = chineseOf(en, zh)
