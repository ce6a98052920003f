import { z } from 'zod'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg, tr, type Text } from '@wuku/messages/code'
import { judgeTexts, type ClaimingText } from '@wuku/kernel/claims/judge-texts'
import { claimOutput, claimShape } from '@wuku/kernel/claims/shown-claims'
import { openDocument } from '@wuku/kernel/documents/open-document'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count, documentName, notes } from '@wuku/kernel/base/operation-shapes'
import { isOutdated, states, type JudgedClaim } from '@wuku/text/claims/judged'
import { projectOf, type Project } from '../code-project.ts'

/** A longer text is judged by its first claims. */
const [MAX_CHARS, MAX_CLAIMS] = [1_000_000, 2_000]

const input = z.strictObject({
  citation: documentName.optional().describe('A note, conversation or scratchpad: a wuku:// citation, "source/path".'),
  text: z.string().max(MAX_CHARS).optional().describe('Instead of a citation: a text, such as a README.'),
  project: z.string().min(1).max(8_192).optional().describe('Repository that it is about: its name or a folder in it.'),
})

const judged = claimShape.extend({ line: count.describe('Line of the text.') })

const output = z.strictObject({
  project: z.string().nullable().describe('Repository that it was held against; null: that of the document, or none.'),
  claims: z.array(judged).describe('In the order of the text.'),
  counts: z.strictObject({ holds: count, moved: count, changed: count, gone: count, unknown: count }),
  notes,
})
type Output = z.output<typeof output>

export const verify = defineOperation({
  name: 'verify',
  group: 'code',
  alsoIn: ['notes'],
  title: 'Verify',
  description:
    'Check whether what a note, conversation, scratchpad or text says of a repository is still so: paths, lines, symbols, ' +
    'flags, environment variables, scripts, package versions, commits. Each claim holds, moved, changed or is gone, with ' +
    'the commit that made the difference. Use it before relying on old instructions.',
  effect: 'read',
  input,
  output,
  aliases: { uri: 'citation', file: 'citation', content: 'text', project_path: 'project', workspace: 'project' },
  searchHint:
    'verify check still true outdated stale moved deleted renamed claims readme agents.md 核实 验证 过时 是否仍然',
  command: { name: 'verify', positional: ['citation'] },
  route: { method: 'POST', path: '/verify' },
  examples: [
    { label: 'A note', input: { citation: 'wuku://notes/handbook/release.md' } },
    {
      label: 'A sentence',
      input: { text: 'Tokens are parsed in src/auth/jwt.ts', project: 'shop' },
    },
  ],
  async run({ citation, text, project }, { engine }) {
    if ((citation === undefined) === (text === undefined)) throw new WukuError('bad-input', msg('verifyOneOf'))
    const about = await repositoryOf(project, citation !== undefined, engine)
    const given = citation === undefined ? { text: text ?? '', first: 1 } : await textOf(citation, engine)
    const asked: ClaimingText = { ...given, ...(about.source && { project: about.source, base: about.under ?? '' }) }
    const [claims = []] = await judgeTexts([asked], engine, { isThorough: true, most: MAX_CLAIMS })
    return {
      project: about.source?.name ?? null,
      claims: claims.map((claim) => shown(claim, given.first)),
      counts: countsOf(claims),
      notes: [
        ...about.notes,
        ...(claims.length === MAX_CLAIMS ? [msg('firstClaimsChecked', { most: MAX_CLAIMS })] : []),
      ],
    }
  },
  allFailed: ({ claims }) => claims.some(isOutdated),
  foundNothing: ({ claims }) => claims.length === 0,
  render: (answer) => renderTable(answer),
})

/** A document says itself what it is about; a text is about the workspace. */
async function repositoryOf(
  project: string | undefined,
  isCited: boolean,
  engine: Engine,
): Promise<Partial<Project> & { readonly notes: readonly Text[] }> {
  if (project === undefined && isCited) return { notes: [] }
  try {
    return { ...(await projectOf(project, engine)), notes: [] }
  } catch (error) {
    if (project !== undefined || !isWukuError(error)) throw error
    return { notes: [`${error.message} ${error.remedy}`] }
  }
}

async function textOf(citation: string, engine: Engine) {
  const { text, lines, places, ...of } = await openDocument(engine, citation)
  if (!lines || places?.lines) return { text, of, first: 1 }
  return {
    text: text
      .split('\n')
      .slice(lines.from - 1, lines.count && lines.from - 1 + lines.count)
      .join('\n'),
    of,
    first: lines.from,
  }
}

const shown = ({ line, ...claim }: JudgedClaim, first: number): z.output<typeof judged> => ({
  ...claimOutput(claim),
  line: line + first - 1,
})

function countsOf(claims: readonly JudgedClaim[]): Output['counts'] {
  const counts = { holds: 0, moved: 0, changed: 0, gone: 0, unknown: 0 }
  for (const { state } of claims) counts[state]++
  return counts
}

function renderTable({ claims, counts, notes: more }: Output): string {
  const words = states.flatMap((state) => (counts[state] > 0 ? [`${counts[state]} ${tr(state)}`] : []))
  const rows = claims.map(({ state, text, line, now, commit, date }) => {
    const proof = [now === undefined ? '' : tr(msg('claimIsNow', { now })), commit?.slice(0, 7), date]
      .filter(Boolean)
      .join(' · ')
    return [tr(msg('lineOfClaim', { line })), tr(state), text, proof]
  })
  const widths = [0, 1, 2].map((at) => Math.min(60, Math.max(0, ...rows.map((row) => row[at]?.length ?? 0))))
  const table = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const head = tr(claims.length === 0 ? msg('nothingClaimed') : msg('claimsChecked', { states: words.join(', ') }))
  return [head, ...(table.length > 0 ? [table.join('\n')] : []), ...more].join('\n\n')
}
