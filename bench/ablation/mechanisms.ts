/** A text of the product, and what takes its place for the mechanism to do nothing. */
export interface Change {
  /** Below `packages`. */
  readonly file: string
  readonly from: string
  readonly to: string
}

/** Something that a search does besides looking up the words of a question, and how to do without it. */
export interface Mechanism {
  readonly name: string
  /** `rewrite` changes the question, `ranker` the order, `cut` how much of it is shown. */
  readonly part: 'rewrite' | 'ranker' | 'cut'
  readonly changes: readonly Change[]
}

const search = 'kernel/src/search'
const query = 'kernel/src/query'
const ranking = 'index-core/src/ranking'

const of = (part: Mechanism['part'], name: string, ...changes: readonly Change[]): Mechanism => ({
  name,
  part,
  changes,
})
const change = (file: string, from: string, to: string): Change => ({ file, from, to })

/** A change that no longer finds its text fails the run: the list stays true to the code. */
export const mechanisms: readonly Mechanism[] = [
  of(
    'rewrite',
    'sentences that ask',
    change(
      `${query}/prompt-parts.ts`,
      'const least = { asking: 0.4, telling: 0.65 }',
      'const least = { asking: 0, telling: 0 }',
    ),
  ),
  of(
    'rewrite',
    'spelling',
    change(`${search}/query/corrections.ts`, 'const MAX_CORRECTED = 4', 'const MAX_CORRECTED = 0'),
  ),
  of(
    'rewrite',
    'own past',
    change(
      `${search}/own-past.ts`,
      'const OF_THAT_TIME = 4\nconst OF_ANY_TIME = 2',
      'const OF_THAT_TIME = 1\nconst OF_ANY_TIME = 1',
    ),
  ),
  of(
    'rewrite',
    'operators that are options',
    change(
      `${search}/answer-query.ts`,
      'if (query.excluded.length === 0) return []',
      'if (query.excluded.length >= 0) return []',
    ),
  ),
  of(
    'rewrite',
    'other names',
    change(`${query}/plan.ts`, 'export const OTHER_NAME = 0.6', 'export const OTHER_NAME = 0'),
  ),
  of('rewrite', 'short forms', change('notes/src/note-facts.ts', 'shortForms: 0.3', 'shortForms: 0')),
  of(
    'ranker',
    'sentences by themselves',
    change(`${query}/prompt-parts.ts`, 'const BEST = 0.8', 'const BEST = 0.0001'),
  ),
  of('ranker', 'words together', change(`${search}/rescore.ts`, 'const matters = ', 'const matters = false && ')),
  of(
    'ranker',
    'neighbours in conversations',
    change('chats/src/index.ts', 'near: [0.25, 0.2], conversationShare: 0.5', 'near: [0, 0], conversationShare: 0.5'),
  ),
  of(
    'ranker',
    'level of the conversation',
    change('chats/src/index.ts', 'conversationShare: 0.5', 'conversationShare: 0'),
  ),
  of('ranker', 'age of conversations', change(`${ranking}/turns.ts`, 'const AGED = 0.15', 'const AGED = 0')),
  of(
    'ranker',
    'further passages',
    change(
      `${ranking}/rank-documents.ts`,
      'lacking *= 1 - (support[at - 1] ?? 0)',
      'lacking *= 1 - 0 * (support[at - 1] ?? 0)',
    ),
  ),
  of('ranker', 'phrases', change(`${search}/query/phrases.ts`, 'const WEIGHT = 0.2', 'const WEIGHT = 0')),
  of(
    'ranker',
    'link pages',
    change(`${search}/link-pages.ts`, 'const POINTS = 0.5', 'const POINTS = 0'),
    change(`${search}/link-pages.ts`, 'const LEADS = 0.75', 'const LEADS = 0'),
  ),
  of(
    'ranker',
    'copies as one',
    change(`${search}/rescore.ts`, 'const folded = request.collapse ?', 'const folded = request.collapse && false ?'),
  ),
  of('ranker', 'variants of code as one', change(`${search}/code-variants.ts`, 'const NEAR = 0.65', 'const NEAR = 2')),
  of(
    'ranker',
    'common scale of storehouses',
    change(`${ranking}/fusion.ts`, 'const TAIL_COUNTS = 0.5', 'const TAIL_COUNTS = 0'),
  ),
  of(
    'ranker',
    'name of a file',
    change('code/src/ranking.ts', 'name: 0.35', 'name: 0'),
    change('code/src/ranking.ts', 'nameContains: 0.25', 'nameContains: 0'),
  ),
  of('ranker', 'full name of a file', change('code/src/ranking.ts', 'fullName: 0.8', 'fullName: 0')),
  of('ranker', 'folder of a file', change('code/src/ranking.ts', 'folder: 0.2', 'folder: 0')),
  of('ranker', 'topic of a message', change('code/src/ranking.ts', 'topic: 0.35', 'topic: 0')),
  of('ranker', 'tests of a file', change('code/src/ranking.ts', 'tested: 0.4', 'tested: 0')),
  of('ranker', 'definitions', change('code/src/ranking.ts', 'definition: 0.42', 'definition: 0')),
  of(
    'ranker',
    'more chunks of a file',
    change('code/src/ranking.ts', 'more: { first: 0.85, next: 0.6 }', 'more: { first: 0, next: 0 }'),
  ),
  of(
    'ranker',
    'importers and commits of a file',
    change('code/src/ranking.ts', 'evidence: [createImporters(), createCommits()]', 'evidence: []'),
  ),
  of(
    'ranker',
    'roles of files',
    change(`${search}/code-files.ts`, 'const part = typeof role', 'const part = false && typeof role'),
  ),
  of(
    'ranker',
    'commits as hits',
    change(
      `${search}/lexical.ts`,
      'if (!files || commits !== true || under !== undefined) return undefined',
      'if (files || !files) return undefined',
    ),
  ),
  of('ranker', 'title of a conversation', change('chats/src/search/rank.ts', 'const TITLE = 0.75', 'const TITLE = 0')),
  of(
    'ranker',
    'coverage of a conversation',
    change('chats/src/search/rank.ts', 'const COVERED = 0.2', 'const COVERED = 0'),
  ),
  of(
    'ranker',
    'further messages of a conversation',
    change('chats/src/search/rank.ts', 'const support = [1, 0.15, 0.05]', 'const support = [1, 0, 0]'),
  ),
  of('cut', 'three passages when unsure', change(`${ranking}/confidence.ts`, 'const FEW = 3', 'const FEW = 100')),
  of('cut', 'far below the best', change(`${ranking}/confidence.ts`, 'const FAR = 0.3', 'const FAR = 0')),
]

export const mechanismNamed = (name: string): Mechanism => {
  const found = mechanisms.find((each) => each.name === name)
  if (!found) throw new Error(`There is no mechanism "${name}".`)
  return found
}
