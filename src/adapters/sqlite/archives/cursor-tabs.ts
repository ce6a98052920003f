import { createHash } from 'node:crypto'
import type { DatabaseChat } from '../../../ports/chat-database.ts'
import type { Connection } from '../driver.ts'
import { hasColumns, idOf, momentOf } from './rows.ts'

/** Where versions of 2023 and 2024 kept whole conversations: lists in the values of two keys. */
const lists = [
  { is: 'tab', key: 'workbench.panel.aichat.view.aichat.chatdata', path: '$.tabs', id: 'tabId' },
  { is: 'composer', key: 'composer.composerData', path: '$.allComposers', id: 'composerId' },
] as const

export function* listTabs(db: Connection, problems: string[]): Generator<DatabaseChat> {
  for (const list of lists) {
    const state = stateOf(db, list.key)
    if (state === 'none') continue
    if (state === 'torn') {
      problems.push(`Its value "${list.key}" is no JSON: conversations in it are left out.`)
      continue
    }
    const sql = `SELECT each.value ->> ? AS id, each.value AS json FROM ItemTable, json_each(${TEXT}, ?) AS each
      WHERE ItemTable.key = ? AND each.type = 'object'`
    for (const row of db.rows<{ id: unknown; json: string }>(sql, [`$.${list.id}`, list.path, list.key])) {
      const chat = chatOf(row)
      if (chat) yield chat
    }
  }
}

export function readTab(db: Connection, id: string): { readonly [key: string]: string } | undefined {
  for (const list of lists) {
    if (stateOf(db, list.key) !== 'whole') continue
    const row = db.row<{ json: string }>(
      `SELECT each.value AS json FROM ItemTable, json_each(${TEXT}, ?) AS each
       WHERE ItemTable.key = ? AND each.type = 'object' AND each.value ->> ? = ? LIMIT 1`,
      [list.path, list.key, `$.${list.id}`, id],
    )
    if (row) return { id, [list.is]: row.json }
  }
  return undefined
}

/** As bytes it would be taken for another format. */
const TEXT = 'CAST(ItemTable.value AS TEXT)'

function stateOf(db: Connection, key: string): 'none' | 'torn' | 'whole' {
  if (!hasColumns(db, 'ItemTable', ['key', 'value'])) return 'none'
  const row = db.row<{ valid: number | null }>(`SELECT json_valid(${TEXT}) AS valid FROM ItemTable WHERE key = ?`, [
    key,
  ])
  if (!row || row.valid === null) return 'none'
  return row.valid === 1 ? 'whole' : 'torn'
}

/** Lists of today hold heads alone; their messages lie in another file. */
function chatOf({ id, json }: { readonly id: unknown; readonly json: string }): DatabaseChat | undefined {
  const known = typeof id === 'string' ? idOf(id) : undefined
  const { bubbles, conversation, lastSendTime, lastUpdatedAt, createdAt } = JSON.parse(json)
  const held: unknown = bubbles ?? conversation
  if (known === undefined || !Array.isArray(held) || held.length === 0) return undefined
  return {
    id: known,
    stamp: createHash('sha256').update(json).digest('base64url'),
    modifiedAt: momentOf(lastSendTime) || momentOf(lastUpdatedAt) || momentOf(createdAt),
    bytes: json.length,
  }
}
