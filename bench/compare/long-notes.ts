import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateTokens } from '@wuku/text/terms/tokens'
import type { Product } from '../house/build.ts'
import { writeFiles } from '../quality/files.ts'
import { ndcg } from '../quality/metrics.ts'
import { readRecords, text } from '../quality/records.ts'
import type { QuestionSet } from '../quality/sets.ts'
import type { AskedSet } from './sets.ts'

/**
 * Passages of a set joined into long notes, in their order. A question counts as answered if the words of its answer
 * stand in what `recall` shows. The answers are those of the data sets that the passages come from (XQuAD, CMRC 2018 and
 * DRCD, CC BY-SA), each with the characters around it, so that a number elsewhere is no answer. For conversations that
 * are kept as notes, a line for each message, and of pages whose sections are judged, it is a line of those that were judged.
 */

/** In bytes: a handbook chapter, or the notes of a month. */
const NOTE_BYTES = 22_000
const ANSWERS = new URL('answers.tsv', import.meta.url)

/** Sets without answers; messages stand line by line, sections and passages apart. */
const OF_MESSAGES = 'locomo_turn'
const OF_SECTIONS = ['claude_docs', 'javaguide_zh']

export function longNotesSets(folder: string, cache: string): readonly AskedSet[] {
  const names = [...Map.groupBy(readAnswers(), ({ set }) => set).keys(), OF_MESSAGES, ...OF_SECTIONS]
  return names
    .filter((name) => existsSync(join(folder, name, 'corpus.jsonl')))
    .flatMap((name) => [longNotesSet(folder, name, cache, 'note'), longNotesSet(folder, name, cache, 'answer')])
}

const longNotesSet = (folder: string, name: string, cache: string, wanted: 'note' | 'answer'): AskedSet => ({
  name: `long notes ${name} ${wanted}`,
  line: `long notes ${name} ${wanted}`,
  group: 'long notes',
  tool: 'recall',
  open() {
    const { set, passages } = joinPassages(folder, name)
    const answers = answersOf(name)
    const evidence = readEvidence(join(folder, name, 'qrels.tsv'))
    const questions = readRecords(join(folder, name, 'queries.jsonl'))
    return {
      house: { name: set.name, sources: [{ kind: 'notes', name: set.name, root: writeFiles(set, cache) }] },
      questions: questions.flatMap((record) => {
        const id = text(record, '_id')
        const right = (evidence.get(id) ?? []).flatMap((passage) => passages.get(passage) ?? [])
        const expected = answers ? [answers.get(id) ?? ''] : right.flatMap((passage) => passage.text.split('\n'))
        const spans = expected
          .map((span) => withoutBlanks(span).slice(0, LONGEST_SPAN))
          .filter((span) => span.length >= (answers ? 1 : SHORTEST_SPAN))
        if (spans.length === 0) return []
        const ask = async (product: Product) => {
          const shown = await askShown(product, text(record, 'text'))
          const isPrinted = spans.some((span) => shown.text.includes(span))
          const grades = new Map(right.map(({ note }) => [note, 1]))
          const value = wanted === 'answer' ? Number(isPrinted) : ndcg(shown.paths, grades, 10)
          return { value, isEmpty: shown.paths.length === 0, tokens: shown.tokens }
        }
        return [{ text: text(record, 'text'), ask }]
      }),
    }
  },
})

/** Characters of a message that must be shown, and of a line that says something. */
const LONGEST_SPAN = 60
const SHORTEST_SPAN = 12

interface Answer {
  readonly set: string
  readonly question: string
  readonly answer: string
}

const readAnswers = (): readonly Answer[] =>
  readFileSync(ANSWERS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .map(([set = '', question = '', answer = '']) => ({ set, question, answer }))

function answersOf(name: string): ReadonlyMap<string, string> | undefined {
  const own = readAnswers().filter(({ set }) => set === name)
  return own.length === 0 ? undefined : new Map(own.map(({ question, answer }) => [question, answer]))
}

function readEvidence(file: string): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
  const byQuestion = Map.groupBy(lines, ([question = '']) => question)
  return new Map([...byQuestion].map(([question, own]) => [question, own.map(([, passage = '']) => passage)]))
}

interface JoinedPassage {
  readonly note: string
  readonly text: string
}

function joinPassages(
  folder: string,
  name: string,
): { set: QuestionSet; passages: ReadonlyMap<string, JoinedPassage> } {
  const notes: { bytes: number; scope: string; texts: string[] }[] = []
  const passages = new Map<string, JoinedPassage>()
  for (const record of readRecords(join(folder, name, 'corpus.jsonl'))) {
    const title = text(record, 'title')
    const isSection = OF_SECTIONS.includes(name)
    const body = isSection ? text(record, 'text') : text(record, 'text').replaceAll('\n', ' ')
    const passage = isSection && title !== '' ? `## ${title}\n\n${body}` : body
    const scope = isSection ? text(record, '_id').replace(/#.*/s, '') : text(record, 'scope')
    const bytes = Buffer.byteLength(passage)
    const last = notes.at(-1)
    const note =
      last && last.scope === scope && last.bytes + bytes <= NOTE_BYTES ? last : { bytes: 0, scope, texts: [] }
    if (note !== last) notes.push(note)
    note.bytes += bytes
    note.texts.push(passage)
    passages.set(text(record, '_id'), { note: pathOf(notes.length - 1), text: passage })
  }
  const documents = notes.map(({ texts }, at) => {
    const markdown = `${texts.join(name === OF_MESSAGES ? '\n' : '\n\n')}\n`
    return { id: pathOf(at), path: pathOf(at), scope: '', title: '', text: markdown, markdown }
  })
  return { set: { name: `long_${name}`, language: 'other', depth: 10, documents, questions: [] }, passages }
}

const pathOf = (at: number): string => `${String(at + 1).padStart(3, '0')}.md`

interface Shown {
  readonly hits: readonly { readonly path: string; readonly snippet: string }[]
}

async function askShown(product: Product, query: string) {
  const { output, told } = await product.told('recall', { query })
  const { hits } = output as Shown
  return {
    paths: hits.map(({ path }) => [path]),
    text: withoutBlanks(hits.map(({ snippet }) => snippet.replaceAll(/^\d+: /gm, '')).join('\n')),
    tokens: estimateTokens(JSON.stringify(told)),
  }
}

const withoutBlanks = (written: string): string => written.replaceAll(/\s+/g, '')
