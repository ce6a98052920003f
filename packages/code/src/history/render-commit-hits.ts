import type { ChunkId } from '@wuku/core/core-types'
import type { Hit, Snippet, HitFacts } from '@wuku/kernel/query/types'
import { pageOfPath } from '@wuku/core/ports/history-page'
import type { StoreView } from '@wuku/core/ports/store'
import { issuesOf, refsIn } from '@wuku/kernel/connected-issues'
import { issueLine } from './describe-commit.ts'
import { readCommit, wordsOfChanges } from './read-commit.ts'

/** Hits that are commits: their authors and times, by their subjects, with the files that they touched. */
export async function renderCommitHits(hits: readonly Hit[], view: StoreView): Promise<ReadonlyMap<ChunkId, HitFacts>> {
  const commits = hits.filter(({ document }) => pageOfPath(document.path) !== undefined)
  const texts = await view.chunks.texts(commits.map(({ chunk }) => chunk))
  const rendered = commits.map(async (hit): Promise<readonly (readonly [ChunkId, HitFacts])[]> => {
    const text = texts.get(hit.chunk) ?? ''
    const facts = renderCommitHit(hit, text)
    if (!facts) return []
    const issues = await issuesOf(refsIn(text.split('\n@ ')[0] ?? ''), hit.source, view)
    const named = [...issues.values()].map(issueLine)
    return [[hit.chunk, { ...facts, about: [facts.about, ...named].join(' · ') }]]
  })
  return new Map((await Promise.all(rendered)).flat())
}

function renderCommitHit({ source, passage, why }: Hit, text: string): HitFacts | undefined {
  const { sha, day, author, subject } = readCommit(text) ?? {}
  if (sha === undefined) return undefined
  const about = [`commit ${sha.slice(0, 7)}`, day, author, source.name].filter((part) => part !== '').join(' · ')
  const snippet = snippetOf(text.split('\n'), passage.line, wordsOfChanges(why.matched, text))
  return { about, title: subject ?? '', snippet }
}

/** Lines of the message below the subject, of files, and of what was changed in them. */
const MAX_BODY_LINES = 3
const MAX_FILES = 6
const MAX_CHANGED = 3

/** `changed`: words that only what was changed holds. */
function snippetOf(lines: readonly string[], first: number, changed: readonly string[]): Snippet {
  const numbered = lines.map((line, at) => ({ line, at: first + at }))
  const rest = numbered.slice(2).filter(({ line }) => line.trim() !== '')
  const bodyLines = rest.filter(({ line }) => line.startsWith('    ')).slice(0, MAX_BODY_LINES)
  const files = rest.filter(({ line }) => /^[AMDR] /.test(line)).slice(0, MAX_FILES)
  const holds = (line: string): boolean => changed.some((word) => line.toLowerCase().includes(word.toLowerCase()))
  const changes = rest.filter(({ line }) => /^[-+@] /.test(line) && holds(line)).slice(0, MAX_CHANGED)
  const shown = [...bodyLines, ...files, ...changes]
  return {
    line: first,
    endLine: first + lines.length - 1,
    text: shown.map(({ line, at }) => `${at}: ${line.trim()}`).join('\n'),
  }
}
