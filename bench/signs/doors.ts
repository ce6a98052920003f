import { bodyOf } from '../../test/contract/one-of-store.ts'
import { join } from 'node:path'
import { askFriends, readFriends } from '../chats/friends.ts'
import { askProduct, SOURCE } from '../code/ask.ts'
import { loadTasks } from '../code/tasks.ts'
import { askDocs, askRecall, placeName } from '../house/doors.ts'
import { fillHouse } from '../house/kept.ts'
import { writeFiles } from '../quality/files.ts'
import { librariesIn } from '../quality/houses/docs.ts'
import { openScratchHouse } from '../quality/houses/open.ts'
import type { Shown } from '../quality/metrics.ts'
import { loadPageSet } from '../quality/pages.ts'
import { shownIn } from '../quality/product.ts'
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
  ask(question: string, scope: string): Promise<readonly Shown[]>
  close(): Promise<void>
}

export const notesDoor = (folder: string, name: string, cache: string): Door => ({
  name,
  tool: 'recall',
  async open() {
    const { product, close } = await openScratchHouse()
    const set = loadSet(folder, name)
    await fillHouse({ name, sources: [{ kind: 'notes', name, root: writeFiles(set, cache) }] }, product)
    const ids = new Map(set.documents.map(({ path, id }) => [path, id]))
    const texts = new Map(set.documents.map(({ id, text }) => [id, text]))
    return {
      questions: set.questions.map((each) => ({ ...each, answer: texts.get(best(each.grades)) ?? '' })),
      async ask(query, scope) {
        const asked = { query, ...(scope !== '' && { under: scope }) }
        return shownIn(await askRecall(product, asked), ({ path }) => ids.get(path) ?? path)
      },
      close,
    }
  },
})

const best = (grades: Labelled['grades']): string => [...grades].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ''

/** Pages of libraries. */
export const docsDoor = (folder: string, name: string): Door => ({
  name,
  tool: 'get-library-docs',
  async open() {
    const { product, close } = await openScratchHouse()
    const set = loadPageSet(folder, name)
    const libraries = new Set(set.questions.map(({ scope }) => scope))
    const sources = librariesIn(join(folder, 'corpus')).filter((source) => libraries.has(source.name))
    await fillHouse({ name, sources }, product)
    const texts = new Map(set.documents.map(({ id, text }) => [id, text]))
    return {
      questions: set.questions.map((each) => ({ ...each, answer: texts.get(best(each.grades)) ?? '' })),
      ask: async (topic, library_id) => shownIn(await askDocs(product, { library_id, topic }, set.depth), placeName),
      close,
    }
  },
})

/** Whole conversations. */
export const chatsDoor = (folder: string): Door => ({
  name: 'locomo_session',
  tool: 'search_conversations',
  async open() {
    const { product, scratch, close } = await openScratchHouse()
    const friends = readFriends(join(folder, 'locomo_turn', 'corpus.jsonl'))
    await fillHouse({ name: 'sessions', sources: friends.sources(join(scratch, 'sessions')) }, product)
    const { questions, documents } = loadSet(folder, 'locomo_session')
    const texts = new Map(documents.map(({ id, text }) => [id, text]))
    return {
      questions: questions.map((each) => ({ ...each, answer: texts.get(best(each.grades)) ?? '' })),
      async ask(text, scope) {
        const answered = await askFriends(product, { text, scope }, { tool: 'search_conversations' })
        return shownIn(answered, friends.idOf('sessions'))
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
    const { engine, product, close } = await openScratchHouse()
    const [task] = loadTasks(folder, { sets: ['semble'], only: [name], most: Infinity }).tasks
    if (!task) throw new Error(`The tree of ${name} is not there: node bench/code/repositories.ts makes it.`)
    const prefix = task.root === '' ? '' : `${task.root}/`
    const sources = [{ kind: 'code' as const, name: SOURCE, root: join(task.tree, task.root) }]
    await fillHouse({ name, sources }, product)
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
      ask: async (query) => (await askProduct(product, query)).map(({ path }) => `${prefix}${path}`),
      close,
    }
  },
})
