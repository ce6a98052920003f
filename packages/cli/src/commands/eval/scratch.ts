import { msg } from '@wuku/messages/cli'
import { noTeam } from '@wuku/settings/team-settings'
import { mkdtemp, rm, mkdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import { isWukuError, WukuError } from '@wuku/core/errors'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Shell, CallOperation } from '@wuku/terminal/command-types'
import { withProgress } from '@wuku/terminal/progress'
import { readUserFile } from '@wuku/settings/user-path'

import type { CommandsInput } from '../../local-shell.ts'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { readQuestions, type ReadFile, readRecords, textOf, type JsonRecord } from '@wuku/kernel/evaluate/questions'
import { createNaming, fileName } from '@wuku/text/file-names'
import { add } from '@wuku/kernel/operations/add'
import { embed } from '@wuku/kernel/operations/embed'
import { callHere } from '@wuku/terminal/operation-command'

export interface ScratchOptions {
  readonly app: CommandsInput
  readonly shell: Shell
  /** Vectors are made only where meaning is asked for; where it is only compared, words will do. */
  readonly meaning: 'needed' | 'compared' | 'none'
}

/**
 * A house for one run, with nothing in it but the documents of a folder. `call` runs operations on it, through the one door
 * and into a log of its own.
 */
export async function openScratch(folder: string, options: ScratchOptions) {
  const home = await mkdtemp(join(tmpdir(), 'wuku-eval-'))
  let opened: Engine | undefined
  const close = async (): Promise<void> => {
    await opened?.close()
    await rm(home, { recursive: true, force: true })
  }
  try {
    await writeCorpus(folder, home, (path) => readUserFile(path, options.app.environment))
    const engine = await openIn(home, options.app)
    opened = engine
    const call = callHere({ engine: async () => engine, signal: options.shell.signal })
    await indexCorpus(call, home, options)
    return { home, call, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openIn(home: string, { settings, environment }: CommandsInput): Promise<Engine> {
  const { compose } = await import('../../compose.ts')
  const own = { home, file: join(home, 'settings.yaml'), store: join(home, 'wuku.sqlite'), team: noTeam }
  return compose({ ...settings, ...own }, environment)
}

async function indexCorpus(call: CallOperation, home: string, { shell, meaning }: ScratchOptions): Promise<void> {
  await withProgress(shell, async ({ step }) => {
    const how = { progress: step }
    await call(add, { root: join(home, CORPUS), kind: 'notes', name: CORPUS }, how)
    if (meaning !== 'none')
      await call(embed, {}, how).catch((error: unknown) => {
        if (meaning === 'needed' || !isWukuError(error) || error.code === 'cancelled') throw error
      })
  })
}

/** Name of the source with the documents of a folder while they are searched. */
const CORPUS = 'corpus'

const FILE = 'corpus.jsonl'

export const holdsCorpus = async (folder: string): Promise<boolean> =>
  (await stat(join(folder, FILE)).catch(() => undefined))?.isFile() === true

/** Writes a folder in BEIR's form into `home`: a Markdown file a document, and the questions with the paths of their answers. */
async function writeCorpus(folder: string, home: string, read: ReadFile): Promise<void> {
  const paths = await writeDocuments(join(folder, FILE), join(home, CORPUS))
  const questions = await readQuestions(folder, read)
  const lines = questions.map(({ id, query, under, expected }) => ({
    id,
    query,
    under: under && fileName(under),
    expected: expected.map(({ name, grade }) => ({ path: `${CORPUS}/${paths.get(name) ?? name}`, grade })),
  }))
  await mkdir(join(home, 'questions'))
  await writeFile(join(home, 'questions', 'queries.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** Line by line: such files may be larger than a text can be. The path of each, by its id. */
async function writeDocuments(file: string, target: string): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>()
  const pathOf = createNaming()
  let number = 0
  await mkdir(target)
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number++
    for (const { record } of readRecords(line, `${file}, line ${number}`)) {
      const id = textOf(record, ['_id', 'id'])
      if (id === '') throw new WukuError('bad-input', msg('documentWithoutId', { place: `${file}, line ${number}` }))
      const path = pathOf({ id, scope: textOf(record, ['scope']) })
      paths.set(id, path)
      await mkdir(dirname(join(target, path)), { recursive: true })
      await writeFile(join(target, path), asMarkdown(record))
    }
  }
  return paths
}

function asMarkdown(record: JsonRecord): string {
  const title = textOf(record, ['title']).replaceAll(/\s+/g, ' ').trim()
  const body = textOf(record, ['text'])
  return title === '' ? `${body}\n` : `# ${title}\n\n${body}\n`
}
