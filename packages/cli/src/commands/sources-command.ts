import { tr } from '@wuku/messages/message'
import { grouped } from '@wuku/kernel/base/counted'
import { sourceDetails, stateOf, type ListedSource } from '@wuku/kernel/operations/render-sources'
import { sources } from '@wuku/kernel/operations/list-sources'
import type { Command } from '@wuku/terminal/command-types'
import { ageOf, indented, present, sizeOf, type Page, type Shown } from '@wuku/terminal/command-page'
import { table, type Column } from '@wuku/terminal/table'

/** A table as narrow as the terminal; programs get the text of the operation. */
export const sourcesCommand = (once: Command): Command => ({
  ...once,
  async run(input, shell) {
    if (shell.json || !shell.terminal.out.isTerminal) return once.run(input, shell)
    const { output } = await shell.call<Listed>(sources, input)
    present(output, (answer, page) => showSources(answer, input['source'] !== undefined, page), shell)
    return 'done'
  },
})

interface Listed {
  readonly sources: readonly ListedSource[]
}

function showSources({ sources: listed }: Listed, isNamed: boolean, page: Page): Shown {
  const details = sourceDetails(listed, isNamed).map((text) => indented(text, 0, page).join('\n'))
  return {
    parts: [...(listed.length === 0 ? [] : [table(columnsOf(listed, page), listed, page).join('\n')]), ...details],
  }
}

/** Columns that a narrow terminal has no room for come last in importance: `--json` has them all. */
function columnsOf(listed: readonly ListedSource[], { out, now }: Page): readonly Column<ListedSource>[] {
  const withVectors = listed.some(({ vectorsMissing }) => vectorsMissing !== null)
  const isWide = out.columns >= WIDE
  return [
    { head: 'source', cell: ({ kind, name }) => `${kind}/${name}`, align: 'left', least: 8 },
    { head: 'documents', cell: ({ documents }) => grouped(documents), align: 'right' },
    ...(isWide ? [{ head: 'chunks', cell: chunksOf, align: 'right' } as const] : []),
    { head: 'size', cell: ({ bytes }) => sizeOf(bytes), align: 'right' },
    {
      head: 'indexed',
      cell: ({ indexedAt }) => (indexedAt === null ? tr('never') : ageOf(indexedAt, now)),
      align: 'right',
    },
    ...(withVectors && isWide ? [{ head: 'no vector', cell: vectorlessOf, align: 'right' } as const] : []),
    { head: 'state', cell: (source) => stateOf(source) },
  ]
}

const WIDE = 100

const chunksOf = ({ chunks }: ListedSource): string => grouped(chunks)

const vectorlessOf = ({ vectorsMissing }: ListedSource): string =>
  vectorsMissing === null ? '' : grouped(vectorsMissing)
