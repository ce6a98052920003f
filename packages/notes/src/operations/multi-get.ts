import { z } from 'zod'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg, tr, type Text } from '@wuku/messages/notes'
import type { StoreView } from '@wuku/core/ports/store'
import { sliceLines } from '@wuku/text/markdown/line-index'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { bulleted, nearestNames } from '@wuku/kernel/documents/not-found'
import {
  describeDocuments,
  readDocument,
  type OpenedDocument,
  type ReadDocument,
} from '@wuku/kernel/documents/open-document'
import {
  nameOf,
  openDocumentIndex,
  type Found,
  type DocumentIndex,
  resolveDocument,
} from '@wuku/kernel/documents/document-index'
import { defineOperation, type Block } from '@wuku/kernel/base/operation'
import { budgetOf, count, someText } from '@wuku/kernel/base/operation-shapes'
import { documentBlock, documentKeys, showDocument, type ShownDocument } from './get.ts'
import { splitPatterns } from '../qmd.ts'
import { createGlob } from '@wuku/text/glob'

const input = z.strictObject({
  pattern: someText(10_000).describe(
    'Globs over collection/path or path, such as "journals/2025-*.md", names and docids, separated by commas.',
  ),
  maxLines: z.number().int().min(1).optional().describe('Maximum number of lines of each file. Default: all.'),
  maxBytes: z.number().int().min(1).default(10_240).describe('Larger files are skipped and listed. Default 10240.'),
  lineNumbers: z.boolean().default(false).describe('Lines as `12: text`.'),
  budget: budgetOf(10_000),
})

const output = z.strictObject({
  documents: z
    .array(
      z.strictObject({
        ...documentKeys,
        moreLines: count.describe('Lines cut off by maxLines.'),
      }),
    )
    .describe('In the order of the list, or by name.'),
  skipped: z
    .array(
      z.strictObject({
        file: z.string().describe('collection/path.'),
        why: z.string().describe('Its size, and how to read it.'),
      }),
    )
    .describe('Matching files larger than maxBytes.'),
  leftOut: z.array(z.string()).describe('Matching files over the budget: `get` each, or raise budget.'),
  errors: z.array(z.string()).describe('Names in the list that fit no document, or several.'),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>
export type MultiGetOutput = Output

export const multiGet = defineOperation({
  name: 'multi_get',
  group: 'notes',
  title: 'Get several notes',
  description:
    'Read several notes at once, by a glob or a comma-separated list of names and docids. For users of qmd. Large ' +
    'files are skipped, with how to read them. For one document: open.',
  effect: 'read',
  input,
  output,
  aliases: { glob: 'pattern', files: 'pattern', max_lines: 'maxLines', max_bytes: 'maxBytes', l: 'maxLines' },
  searchHint: 'get read several notes documents glob files 批量 读取 笔记',
  command: { name: 'multi-get', positional: ['pattern'] },
  route: { method: 'GET', path: '/notes/documents' },
  examples: [
    { label: 'A month of a journal', input: { pattern: 'journals/2025-05*.md' } },
    { label: 'The beginning of two notes', input: { pattern: 'handbook/onboarding.md, #abc123', maxLines: 40 } },
  ],
  async run(request, { engine }) {
    const { fitting, ...rest } = await engine.read((view) => pick(view, request))
    const shown = showAll(await describeDocuments(fitting, engine), request)
    const errors = [...rest.errors, ...shown.errors]
    if (shown.documents.length + rest.skipped.length + rest.leftOut.length === 0)
      throw nothingMatched(request.pattern, errors)
    return { ...rest, documents: shown.documents, errors }
  },
  render: renderDocuments,
})

async function pick(view: StoreView, { pattern, maxBytes, ...request }: Input) {
  const documentIndex = await openDocumentIndex(view, ['notes'])
  const { found, errors } = await matchDocuments(documentIndex, pattern)
  if (found.length === 0) throw nothingMatched(pattern, [...errors, ...collectionsLine(documentIndex)])
  const isLarge = ({ document }: Found): boolean => document.bytes > maxBytes
  const skipped = found.filter(isLarge).map((each) => {
    const file = nameOf(each)
    return { file, why: tooLarge(file, each.document.bytes, maxBytes) }
  })
  const small = found.filter((each) => !isLarge(each))
  const fitting = await readWithin(view, small, request)
  return { fitting, skipped, leftOut: small.slice(fitting.length).map(nameOf), errors: [...errors] }
}

/** In order, as long as they fit: nothing is read that would not be shown. */
async function readWithin(
  view: StoreView,
  found: readonly Found[],
  { budget, maxLines }: Pick<Input, 'budget' | 'maxLines'>,
): Promise<readonly ReadDocument[]> {
  const fitting: ReadDocument[] = []
  let spent = 0
  for (const each of found) {
    const read = await readDocument(view, each)
    spent += estimateTokens(sliceLines(read.text, each.lines?.from ?? 1, maxLines ?? each.lines?.count ?? Infinity))
    if (spent > budget) break
    fitting.push(read)
  }
  return fitting
}

/** A line past the end of one file is an error of that file alone. */
function showAll(opened: readonly OpenedDocument[], { maxLines, lineNumbers }: Input) {
  const documents: Output['documents'] = []
  const errors: string[] = []
  for (const each of opened)
    try {
      const shown = showDocument(each, { maxLines, lineNumbers, budget: Infinity })
      documents.push({ ...shown, moreLines: maxLines === undefined ? 0 : shown.totalLines - shown.toLine })
    } catch (error) {
      if (!isWukuError(error)) throw error
      errors.push(`${error.message} ${error.remedy}`)
    }
  return { documents, errors }
}

function renderDocuments({ documents, skipped, leftOut, errors }: Output): readonly Block[] {
  const notes = documents.flatMap((shown) => shown.notes)
  return [
    ...textBlock(errors.length > 0 ? `Errors:\n${errors.join('\n')}` : ''),
    ...documents.map(truncatedBlock),
    ...textBlock(skipped.map(({ why }) => why).join('\n')),
    ...textBlock(leftOut.length > 0 ? leftOutText(leftOut) : ''),
    ...textBlock(notes.map(tr).join('\n')),
  ]
}

const truncatedBlock = (shown: ShownDocument & { readonly moreLines: number }): Block =>
  documentBlock(shown, shown.moreLines > 0 ? tr(msg('truncatedMoreLines', { moreLines: shown.moreLines })) : '')

const leftOutText = (names: readonly string[]): string =>
  tr(msg('moreMatchedWereLeftOut', { names: names.length, bulleted: bulleted(names) }))

const textBlock = (text: string): readonly Block[] => (text === '' ? [] : [{ type: 'text', text }])

function collectionsLine({ sources }: DocumentIndex): readonly string[] {
  const names = sources.slice(0, 20).map(({ name }) => name)
  return names.length > 0 ? [tr(msg('collections', { names: names.join(', ') }))] : []
}

const nothingMatched = (pattern: string, helps: readonly string[]): WukuError =>
  new WukuError('not-found', msg('nothingMatched', { pattern: pattern.slice(0, 200) }), helps.join('\n'))

/** Says that a file is larger than asked for, in numbers that differ: two sizes that round to the same are shown in bytes. */
export function tooLarge(file: Text, bytes: number, maxBytes: number): string {
  const rounded = [inKilobytes(bytes), inKilobytes(maxBytes)]
  const exact = [bytes, maxBytes].map((each) => tr(msg('bytes', { bytes: each })))
  const [size, limit] = rounded[0] === rounded[1] ? exact : rounded
  return `[SKIPPED: ${file} - File too large (${size} > ${limit}). Use 'get' with file="${file}" to retrieve.]`
}

const inKilobytes = (bytes: number): string =>
  bytes < 10 * 1024 ? `${(bytes / 1024).toFixed(1)}KB` : `${Math.round(bytes / 1024)}KB`

/** Errors of a list that are shown one by one. */
const MAX_ERRORS = 20
/** The first of them come with the nearest names: every guess is a walk through all names. */
const MAX_GUESSES = 5

/** Each is held against every name. */
const MAX_GLOBS = 20

/** Documents by names and globs, separated by commas; `errors` are about names that mean no document, or several. */
export async function matchDocuments(documentIndex: DocumentIndex, pattern: string) {
  const parts = new Set(splitPatterns(pattern))
  if ([...parts].filter(mayBeGlob).length > MAX_GLOBS)
    throw new WukuError('bad-input', msg('tooManyGlobs', { maxGlobs: MAX_GLOBS }))
  const found: Found[] = []
  const errors: string[] = []
  for (const part of parts)
    try {
      const matched = await matchPart(documentIndex, part)
      if (matched.length === 0) errors.push(await notFoundLine(documentIndex, part, errors.length < MAX_GUESSES))
      for (const each of matched) found.push(each)
    } catch (error) {
      if (!isWukuError(error)) throw error
      errors.push(linesOf(error))
    }
  return { found: withoutRepeats(found), errors: brief(errors) }
}

/** Parts of a list that are no globs and mean no document. */
export async function unknownNames(view: StoreView, parts: readonly string[]): Promise<readonly string[]> {
  const documentIndex = await openDocumentIndex(view, ['notes'])
  const unknown: string[] = []
  for (const part of parts) if (!isGlob(part) && (await isUnknown(documentIndex, part))) unknown.push(part)
  return unknown
}

/** A name of several documents is known: reading it says which. */
const isUnknown = (documentIndex: DocumentIndex, part: string): Promise<boolean> =>
  matchPart(documentIndex, part).then(
    (found) => found.length === 0,
    () => false,
  )

/** Brackets are common in names of notes, so only what is no name with them is a glob. */
async function matchPart(documentIndex: DocumentIndex, part: string): Promise<readonly Found[]> {
  if (isGlob(part)) return matchGlob(documentIndex, part)
  const named = await resolveDocument(documentIndex, part)
  return named ? [named] : mayBeGlob(part) ? matchGlob(documentIndex, part) : []
}

export const isGlob = (part: string): boolean => /[*?{]/.test(part)
const mayBeGlob = (part: string): boolean => isGlob(part) || part.includes('[')

async function matchGlob(documentIndex: DocumentIndex, glob: string): Promise<readonly Found[]> {
  const bare = glob.replace(/^(?:qmd:\/\/|wuku:\/\/notes\/)/, '')
  const matches = createGlob(bare)
  return (await documentIndex.all()).filter((each) => matches(nameOf(each)) || matches(each.document.path))
}

/** A list of documents ends its message: what to do about it begins a line. */
const linesOf = ({ message, remedy }: WukuError): string => `${message}${message.includes('\n') ? '\n' : ' '}${remedy}`

const brief = (errors: readonly string[]): readonly string[] =>
  errors.length <= MAX_ERRORS
    ? errors
    : [...errors.slice(0, MAX_ERRORS), tr(msg('moreLikeThese', { errors: errors.length - MAX_ERRORS }))]

async function notFoundLine(documentIndex: DocumentIndex, name: string, isGuessed: boolean): Promise<string> {
  if (isGlob(name)) return tr(msg('noFileMatchesGlobsMatch', { name }))
  const near = isGuessed ? nearestNames(name, (await documentIndex.all()).map(nameOf), 3) : []
  return tr(
    msg('fileNotFound', { name, value: near.length > 0 ? tr(msg('didYouMean', { near: near.join(', ') })) : '' }),
  )
}

/** The same document may be asked for twice by different lines, not by the same ones. */
const withoutRepeats = (found: readonly Found[]): readonly Found[] => [
  ...new Map(found.map((each) => [`${each.document.id} ${JSON.stringify(each.lines)}`, each])).values(),
]
