import { percent, table } from '../table.ts'
import type { HeldTag } from './compare.ts'
import type { Referred } from './references.ts'

interface SymbolsReport {
  readonly made: string
  readonly machine: string
  readonly tags: readonly HeldTag[]
  readonly referred: readonly Referred[]
}

export function renderSymbols({ made, machine, tags, referred }: SymbolsReport): string {
  const wanted = tags.filter(({ reason }) => !reason)
  const languages = [...Map.groupBy(wanted, ({ language }) => language)].toSorted(([, a], [, b]) => b.length - a.length)
  return `# Definitions and uses

Written by \`npm run bench:symbols\`; do not edit.

${made}; ${machine}.

## Definitions

Share of the definitions of Universal Ctags that \`file_outline\` shows, or \`find_symbol\` finds at their place, in ${new Set(tags.map(({ repository }) => repository)).size} public repositories.

${table(['language', 'definitions', 'held', 'kinds that lack most'], [...languages.map(([language, own]) => [language, String(own.length), heldOf(own), lackingOf(own)]), ['**all**', String(wanted.length), heldOf(wanted), '']])}

Not counted, since no outline holds them:

${table(
  ['reason', 'tags', 'held nevertheless'],
  [
    ...Map.groupBy(
      tags.filter(({ reason }) => reason),
      ({ reason }) => reason ?? '',
    ),
  ].map(([reason, own]) => [reason, String(own.length), heldOf(own)]),
)}

## Uses

Names that one place of a repository defines, twelve of each: the lines of \`find_references\` against a search for the word in what is neither comment nor string (told apart by signs, without a grammar). *Silent*: names of which a line is missing although the answer does not say that more may be there.

${table(
  ['language', 'names', 'lines', 'found', 'incomplete', 'silent'],
  [...Map.groupBy(referred, ({ language }) => language), ['**all**', referred] as const].map(([language, own]) =>
    usesRow(language, own),
  ),
)}
`
}

const heldOf = (tags: readonly HeldTag[]): string =>
  percent(tags.filter(({ isHeld }) => isHeld).length / Math.max(1, tags.length))

const lackingOf = (tags: readonly HeldTag[]): string =>
  [
    ...Map.groupBy(
      tags.filter(({ isHeld }) => !isHeld),
      ({ kind }) => kind,
    ),
  ]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 3)
    .map(([kind, own]) => `${kind} ${own.length}`)
    .join(', ')

function usesRow(language: string, own: readonly Referred[]): readonly string[] {
  const lines = own.reduce((sum, { words }) => sum + words, 0)
  const incomplete = own.filter(({ missed }) => missed.length > 0)
  return [
    language,
    String(own.length),
    String(lines),
    percent(own.reduce((sum, { found }) => sum + found, 0) / Math.max(1, lines)),
    String(incomplete.length),
    String(incomplete.filter(({ isTold }) => !isTold).length),
  ]
}
