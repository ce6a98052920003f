import { msg, tr } from '@wuku/messages/code'
import { parseCitation } from '@wuku/core/citation'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { z } from 'zod'
import { citation as citationShape, count } from '@wuku/kernel/base/operation-shapes'

export const dependentSchema = z.strictObject({
  path: z.string(),
  startLine: count.describe('Of its first use.'),
  endLine: count,
  symbol: z.string().nullable().describe('What depends on it; null: the top of the file.'),
  steps: count,
  uses: z.string().describe('What it uses of what was asked for.'),
  by: z.string().describe('How that is known: import, annotation, self, ...; name: only the name is the same.'),
  citation: citationShape,
})
export type ShownDependent = z.output<typeof dependentSchema>

type Place = Pick<ShownDependent, 'startLine' | 'endLine' | 'citation'>

interface Dependents extends Readonly<Record<'certain' | 'likely' | 'byName', readonly ShownDependent[]>> {
  readonly omitted: number
  readonly notLookedAt: readonly string[]
}

export const renderImpact = ({
  name,
  definitions,
  tests,
  ...rest
}: Dependents & Readonly<{ name: string; definitions: Place[]; tests: ShownDependent[] }>): string =>
  joined([
    section(tr(msg('whatDependsOn', { name })), definitions.map(placeOf)),
    ...sections(rest),
    section(tr('Tests:'), tests.map(lineOf)),
    ...endOf(rest),
  ])

interface ShownEffects extends Dependents {
  readonly changed: readonly { readonly path: string; readonly symbols: readonly string[] }[]
  readonly tests: readonly { readonly path: string; readonly why: readonly string[] }[]
}

export const renderAffected = ({ changed, tests, ...rest }: ShownEffects): string =>
  joined([
    section(
      tr('Changed:'),
      changed.map(({ path, symbols }) => [path, symbols.join(', ')].filter((part) => part !== '').join('  ')),
    ),
    section(
      tr('Tests to run:'),
      tests.map(({ path, why }) => `${path}  ${why.join('; ')}`),
    ),
    ...sections(rest),
    ...endOf(rest),
  ])

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

/** A name of a file may hold breaks: it must not look like another line. */
const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => withoutHidden(line.replaceAll(/\n+/g, ' ')))].join('\n')

const sections = ({ certain, likely, byName }: Dependents): readonly string[] => [
  section(tr('Certain:'), certain.map(lineOf)),
  section(tr('Likely:'), likely.map(lineOf)),
  section(tr('By name alone:'), byName.map(lineOf)),
]

const endOf = ({ omitted, notLookedAt }: Dependents): readonly string[] => [
  omitted > 0 ? tr(msg('moreLeftOutForBudget', { omitted })) : '',
  section(tr('Not looked at:'), notLookedAt.map(tr)),
]

/** `shop/src/retry.ts:3-9`: the source, the path, the lines. */
function placeOf({ citation, startLine, endLine }: Place): string {
  const { source, path } = parseCitation(citation)
  return `${source}/${path}:${startLine}${endLine > startLine ? `-${endLine}` : ''}`
}

/** Each step further away is indented. */
const lineOf = ({ symbol, steps, uses, by, ...place }: ShownDependent): string =>
  `${'  '.repeat(steps - 1)}${placeOf(place)}  ${symbol === null ? '' : `${symbol}  `}${tr(msg('usesBy', { uses, by }))}`
