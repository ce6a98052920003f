import { bilingual } from './bilingual.ts'
import { rows as chats } from './chats-messages.ts'
import { rows as code } from './code-messages.ts'
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
import { rows as server } from './server-messages.ts'
import { rows as settings } from './settings-messages.ts'
import { rows as storePostgres } from './store-postgres-messages.ts'
import { rows as storeSql } from './store-sql-messages.ts'
import { rows as storeSqlite } from './store-sqlite-messages.ts'
import { rows as transfer } from './transfer-messages.ts'
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

/** Messages of everything that may run in a server. */
export const program = bilingual(en, zh)
