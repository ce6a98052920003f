import { bodyOf } from '../../test/contract/one-of-store.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../src/engine/engine.ts'
import { askOperation } from '../ask-operation.ts'
import { readSessions, sessionsIn, type Found } from '../chats/sessions.ts'
import { writeSessions } from '../chats/write.ts'
import { askProduct, SOURCE } from '../code/ask.ts'
import { loadTasks } from '../code/tasks.ts'
import { openEngine } from '../pads/engine.ts'
import { writeFiles } from '../quality/files.ts'
import { loadSet } from '../quality/sets.ts'
import type { Labelled } from './classes.ts'

/** A set of questions, and a tool of the product that is asked them. */
export interface Door {
  readonly name: string
  readonly tool: string
  open(): Promise<OpenDoor>
}

export interface OpenDoor {
  readonly questions: readonly (Labelled & { readonly scope: string })[]
  ask(question: string, scope: string): Promise<readonly string[]>
  close(): Promise<void>
}

const scratchEngine = async (): Promise<{ engine: Engine; home: string; close(): Promise<void> }> => {
  const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const engine = await openEngine(home)
  return {
    engine,
    home,
    async close() {
      await engine.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export const notesDoor = (folder: string, name: string, cache: string): Door => ({
  name,
  tool: 'recall',
  async open() {
    const { engine, close } = await scratchEngine()
    const set = loadSet(folder, name)
    await engine.sources.add({ root: writeFiles(set, cache), kind: 'notes', name, options: {} })
    await engine.index.update({ sources: [name] })
    const ids = new Map(set.documents.map(({ path, id }) => [path, id]))
    const texts = new Map(set.documents.map(({ id, text }) => [id, text]))
    return {
      questions: set.questions.map((each) => ({ ...each, answer: texts.get(best(each.grades)) ?? '' })),
      async ask(query, scope) {
        const under = scope === '' ? {} : { under: scope }
        const asked = { query, kinds: ['notes'], limit: 10, budget: 100_000, ...under }
        const { hits } = await askOperation<{ readonly hits: readonly { readonly path: string }[] }>(
          engine,
          'recall',
          asked,
        )
        return [...new Set(hits.map(({ path }) => ids.get(path) ?? path))]
      },
      close,
    }
  },
})

const best = (grades: Labelled['grades']): string => [...grades].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ''

/** Whole conversations. */
export const chatsDoor = (folder: string): Door => ({
  name: 'locomo_session',
  tool: 'search_conversations',
  async open() {
    const { engine, home, close } = await scratchEngine()
    const chats = readSessions(join(folder, 'locomo_turn', 'corpus.jsonl'))
    writeSessions(chats, join(home, 'sessions'))
    await engine.sources.add({ root: join(home, 'sessions'), kind: 'chats', name: 'sessions', options: {} })
    await engine.index.update({ sources: ['sessions'] })
    const { questions, documents } = loadSet(folder, 'locomo_session')
    const texts = new Map(documents.map(({ id, text }) => [id, text]))
    return {
      questions: questions.map((each) => ({ ...each, answer: texts.get(best(each.grades)) ?? '' })),
      async ask(intent_query, project) {
        const asked = { intent_query, project, limit_chats: 10, limit_snippets_per_chat: 1 }
        return sessionsIn(await askOperation<Found>(engine, 'search_conversations', asked), chats)
      },
      close,
    }
  },
})

/** Files of a repository. */
export const codeDoor = (folder: string, name: string): Door => ({
  name: `semble ${name}`,
  tool: 'repo_semantic_search',
  async open() {
    const { engine, close } = await scratchEngine()
    const [task] = loadTasks(folder, { sets: ['semble'], only: [name], most: Infinity }).tasks
    if (!task) throw new Error(`The tree of ${name} is not there: node bench/code/repositories.ts makes it.`)
    const prefix = task.root === '' ? '' : `${task.root}/`
    await engine.sources.add({ root: join(task.tree, task.root), kind: 'code', name: SOURCE, options: {} })
    await engine.index.update({ sources: [SOURCE] })
    const texts = await engine.read(async (view) => {
      const documents = await view.documents.list()
      const all = documents.map(async ({ id, path }) => [`${prefix}${path}`, (await bodyOf(view, id)) ?? ''] as const)
      return new Map(await Promise.all(all))
    })
    return {
      questions: task.questions.map(({ text, targets }) => {
        const grades = new Map(targets.map(({ path }) => [path, 1]))
        return { text, grades, scope: '', answer: texts.get(targets[0]?.path ?? '') ?? '' }
      }),
      ask: async (query) => (await askProduct(engine, query)).map(({ path }) => `${prefix}${path}`),
      close,
    }
  },
})
