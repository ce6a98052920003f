import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import { contextLine } from '../contexts.ts'
import { excerptOfWritten, withLineNumbers } from '../documents/excerpt.ts'
import { ageNotes, openDocument, type OpenedDocument } from '../documents/open-document.ts'
import { mentionsOf } from '../connected-issues.ts'
import { citationOf } from '../documents/document-index.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { claimsIn, claimsShape, judgeShown, listClaims, renderClaims, verbose } from '../claims/shown-claims.ts'
import { defineOperation } from '../base/operation.ts'
import {
  budgetOf,
  citation,
  context,
  docid,
  documentName,
  freshness,
  kindName,
  notes,
  sourceName,
  title,
} from '../base/operation-shapes.ts'

const input = z.strictObject({
  citation: documentName.describe(
    'A wuku:// citation from any answer, a qmd:// address, "#docid" or "source/path"; the last two with ":120" or ' +
      '":120:20" for lines.',
  ),
  before: z.number().int().min(0).max(10_000).default(0).describe('Lines to add before.'),
  after: z.number().int().min(0).max(10_000).default(0).describe('Lines to add after.'),
  budget: budgetOf(4_000),
  verbose,
})

const output = z.strictObject({
  citation,
  kind: kindName,
  source: sourceName,
  path: z.string().describe('Path within the source.'),
  title,
  docid,
  text: z.string().describe('Lines as `12: text`.'),
  fromLine: z.number().int().describe('First line shown.'),
  toLine: z.number().int().describe('Last line shown.'),
  totalLines: z.number().int().describe('Lines of the whole document.'),
  freshness,
  context,
  claims: claimsShape,
  mentions: z.array(z.string()).optional().describe('Of an issue: commits and conversations that name it.'),
  notes,
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const open = defineOperation({
  name: 'open',
  group: 'core',
  title: 'Open',
  description:
    'Read what a citation points at, with line numbers: the cited lines, as many lines around them as you ask for, or the ' +
    'whole document. Takes every citation that any tool here prints. Use it to read on after a search. Not for ' +
    'finding something: recall.',
  effect: 'read',
  input,
  output,
  aliases: { uri: 'citation', url: 'citation', file: 'citation', path: 'citation', docid: 'citation', id: 'citation' },
  searchHint: 'open read show citation citations wuku:// document file lines around more 打开 引用 阅读 前后的行 全文',
  command: { name: 'open', positional: ['citation'] },
  route: { method: 'GET', path: '/open' },
  examples: [
    {
      label: 'A citation with the lines around it',
      input: { citation: 'wuku://notes/handbook/keys.md#L10-L20', before: 5, after: 5 },
    },
    { label: 'Twenty lines from line 120', input: { citation: 'handbook/keys.md:120:20' } },
  ],
  async run(options, { engine }) {
    const opened = await openDocument(engine, options.citation)
    const mentions = await engine.read((view) => mentionsOf(opened.document, view))
    let budget = options.budget
    const whole = { ...answerWithin(budget, opened, options), ...(mentions.length > 0 && { mentions: [...mentions] }) }
    const [claims = []] = await judgeShown([{ ...opened, text: whole.text }], engine)
    const listed = listClaims(claims, options.verbose)
    let answer = { ...whole, ...listed }
    // Numbers of lines, the head and the notes are spent too; how much is known once the lines are.
    for (let tries = 0; tries < MAX_TRIES && budget > MIN_BUDGET; tries++) {
      const over = tokensOf(answer) - options.budget
      if (over <= 0) break
      budget = Math.max(MIN_BUDGET, budget - over)
      const fewer = answerWithin(budget, opened, options)
      answer = { ...whole, ...fewer, ...claimsIn(fewer.text, listed.claims) }
    }
    return answer
  },
  render: (opened) => renderOpened(opened),
})

/** As a model reads it: some agents show theirs the text alone, some the JSON alone. */
const tokensOf = (answer: Output): number =>
  Math.max(estimateTokens(renderOpened(answer)), estimateTokens(JSON.stringify(answer)))

const MAX_TRIES = 6
/** However long its name is, something is shown. */
const MIN_BUDGET = 20

function answerWithin(budget: number, opened: OpenedDocument, options: Input): Output {
  const { name, source, document, lines } = opened
  const range = widen(lines ?? { from: 1 }, options)
  const limits = { budget, allowed: options.budget }
  const request = { name, totalLines: document.lines, ...range, ...limits }
  const excerpt = excerptOfWritten(opened.text, request, opened.places)
  return {
    citation: citationOf(opened, { from: excerpt.fromLine, to: excerpt.toLine }),
    kind: source.kind,
    source: source.name,
    path: document.path,
    title: document.title,
    docid: opened.docid,
    text: withLineNumbers(excerpt),
    fromLine: excerpt.fromLine,
    toLine: excerpt.toLine,
    totalLines: excerpt.totalLines,
    freshness: opened.freshness,
    context: opened.context,
    notes: [...(excerpt.cut ? [excerpt.cut] : []), ...ageNotes(opened)],
  }
}

function widen({ from, count }: { from: number; count?: number }, { before, after }: Input) {
  const first = Math.max(1, from - before)
  return { from: first, count: count === undefined ? undefined : from - first + count + after }
}

function renderOpened(opened: Output): string {
  const head = [
    tr(opened.totalLines === 0 ? msg('openedEmpty', opened) : msg('openedLines', opened)),
    opened.citation,
    ...(opened.context === null ? [] : [`Context: ${contextLine(opened.context)}`]),
  ]
  const named = opened.mentions ? [[tr('Named by:'), ...opened.mentions.map((each) => `  ${each}`)].join('\n')] : []
  return [head.join('\n'), opened.text, ...named, ...renderClaims(opened.claims), ...opened.notes].join('\n\n')
}
