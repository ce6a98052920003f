import { createReadStream } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { WukuError } from '../../../core/errors.ts'
import { readQuestions, type ReadFile } from '../../../engine/evaluate/questions.ts'
import { readRecords, textOf, type JsonRecord } from '../../../engine/evaluate/records.ts'
import { createNaming, fileName } from '../../../text/file-names.ts'

/** What the documents of a folder are called while they are searched. */
export const CORPUS = 'corpus'

const FILE = 'corpus.jsonl'

export const holdsCorpus = (folder: string): Promise<boolean> =>
  stat(join(folder, FILE)).then(
    (found) => found.isFile(),
    () => false,
  )

/** Writes a folder in BEIR's form into `home`: a Markdown file a document, and the questions with the paths of their answers. */
export async function writeCorpus(folder: string, home: string, read: ReadFile): Promise<void> {
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
      if (id === '') throw nameless(`${file}, line ${number}`)
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

const nameless = (place: string): WukuError =>
  new WukuError(
    'bad-input',
    `${place}: a document without an "_id".`,
    'Write {"_id": "...", "title": "...", "text": "..."} a line.',
  )
