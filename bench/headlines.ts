import { numberIn, readPage, rowsUnder, type ResultPage, type Row } from './read-table.ts'
import { table } from './table.ts'

/** The figures by which three other pages are judged, read from these pages, so that none is copied by hand. */
export const headlines = (): string =>
  [
    table(
      ['tool', '"none", though it can be answered', '"none" about something else', '"none" or partial'],
      [
        ...sureness('abstention.md', ['recall']),
        ...sureness('abstention-docs-chats.md', ['search_conversations', 'get-library-docs']),
      ],
    ),
    table(['a change is found', 'median ms', 'longest ms'], freshness('freshness.md')),
  ].join('\n\n')

const linkTo = ({ name, day }: ResultPage): string => `[${name}](${name}), ${day}`

/** Results for the questions by which no threshold was chosen. */
function sureness(name: string, tools: readonly string[]): readonly (readonly string[])[] {
  const page = readPage(name)
  const all = rowsUnder(page, '## The last third', 'withheld')
  return tools.map((tool) => {
    const rows = tools.length > 1 ? all.filter((row) => row['']?.endsWith(`, ${tool}`)) : all
    return [
      `\`${tool}\` (${linkTo(page)})`,
      shareOf(rows, 'none', 'own'),
      shareOf(rows, 'none again', 'foreign'),
      shareOf(rows, 'withheld', 'foreign'),
    ]
  })
}

/** Each set counts by the number of its questions. */
function shareOf(rows: readonly Row[], share: string, number: string): string {
  const questions = rows.reduce((sum, row) => sum + numberIn(row, number), 0)
  const counted = rows.reduce((sum, row) => sum + numberIn(row, share) * numberIn(row, number), 0)
  return `${(counted / questions).toFixed(1)} % of ${questions.toLocaleString('en')}`
}

function freshness(name: string): readonly (readonly string[])[] {
  const page = readPage(name)
  const big = /^## A repository of ([\d,]+) files/m.exec(page.text)
  const small = [`among 300 files (${linkTo(page)})`, ...delaysOf(rowsUnder(page, '# ', 'change'))]
  if (!big) return [small]
  return [small, [`among ${big[1]} files (the same page)`, ...delaysOf(rowsUnder(page, big[0], 'change'))]]
}

/** Delays of the kind of change that takes longest. */
const delaysOf = (rows: readonly Row[]): readonly string[] =>
  ['p50', 'max'].map((column) => Math.max(...rows.map((row) => numberIn(row, column))).toLocaleString('en'))
