import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openChats } from '@wuku/chats/feed/open-chats-feed'
import { resolveRoot } from '@wuku/folders/folder'
import { openTestStore } from '../../../test/test-store.ts'
import { expandPath } from '@wuku/settings/user-path'
import { createEngine } from '@wuku/kernel/create'
import type { Engine, StorehouseKind } from '@wuku/kernel/base/engine'
import { analyseSlice } from '@wuku/kernel/index/analyse'
import { chatHomes } from '@wuku/chats'
import { notes } from '@wuku/notes'
import { notesReader } from '../../notes/src/note-reader.ts'
import { withoutDocs } from '../../kernel/test/docs-ports.ts'
import { modelsOf } from '../../kernel/test/models-ports.ts'

/** Files below a user's folder, and an engine whose storehouse takes transcripts as they are. */
export function openAgents(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const userFolder = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-agents-')))
  onTestFinished(() => rmSync(userFolder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(userFolder, path)), { recursive: true })
    writeFileSync(join(userFolder, path), text)
  }
  const expanded = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, join(userFolder, path)]))
  return { userFolder, engine: engineFor({ env: expanded, userFolder }) }
}

const reader = { ...notesReader, kind: 'chats', patterns: ['**/*'] } as const
const chats: StorehouseKind = {
  ...notes,
  kind: 'chats',
  facts: reader,
  reader: async () => reader,
  homes: chatHomes,
}

export const NOW = Date.UTC(2026, 0, 31)

const engineFor = (surroundings: Parameters<typeof expandPath>[1]): Engine =>
  createEngine({
    store: openTestStore(),
    workerPool: { width: 1, analyse: async (job) => analyseSlice([reader], job), close: async () => {} },
    clock: { now: () => NOW, sleep: async () => {}, every: () => () => {} },
    declared: { file: 'settings.yaml', contexts: async () => [], projects: async () => [] },
    kinds: [chats],
    ...withoutDocs,
    open: {
      feed: ({ root, options }) =>
        openChats({
          root,
          patterns: options.patterns ?? reader.patterns,
          exclude: options.exclude ?? [],
          leaveOut: [],
          openDatabase: async () => undefined,
        }),
      history: nobodyAsks,
      ...withoutDocs.open,
      padArchive: nobodyAsks,
    },
    workspace: {
      foldersIn: async () => ({ parent: null, folders: [], isCut: false }),
      resolveRoot: (root) => resolveRoot(expandPath(root, surroundings) ?? root),
      recogniseRoot: async () => ({ kind: 'chats' }),
      folder: async () => undefined,
      readUserFile: async () => '',
      ...withoutDocs.workspace,
    },
    settings: { ...withoutDocs.settings, pads: { padBytes: 1_000, padsPerWorkflow: 10, padVersions: 10 } },
    models: modelsOf(),
    process: {
      newOwner: () => randomUUID(),
      hasEnded: () => false,
    },
  })

const nobodyAsks = (): never => {
  throw new Error('Conversations ask for no model, no archive and no repository.')
}
