import { join } from 'node:path'
import { openChats } from '@wuku/chats/feed/open-chats-feed'
import { resolveRoot } from '@wuku/folders/folder'
import { expandPath } from '@wuku/settings/user-path'
import { createEngine } from '@wuku/kernel/create'
import type { Engine, StorehouseKind } from '@wuku/kernel/base/engine'
import { chatHomes } from '@wuku/chats'
import { notes } from '@wuku/notes'
import { notesReader } from '../../notes/src/note-reader.ts'
import { plainPorts } from '../../kernel/test/plain-ports.ts'
import { scratchFolder, writeFiles } from '../../../test/scratch.ts'

/** Files below a user's folder, and an engine whose storehouse takes transcripts as they are. */
export function openAgents(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const userFolder = scratchFolder()
  writeFiles(userFolder, files)
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
  createEngine(
    plainPorts([chats], [reader], {
      clock: { now: () => NOW, sleep: async () => {}, every: () => () => {} },
      open: {
        feed: ({ root, options }) =>
          openChats({
            root,
            patterns: options.patterns ?? reader.patterns,
            exclude: options.exclude ?? [],
            leaveOut: [],
            openDatabase: async () => undefined,
          }),
      },
      workspace: { resolveRoot: (root) => resolveRoot(expandPath(root, surroundings) ?? root) },
    }),
  )
