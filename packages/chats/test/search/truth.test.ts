import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { analyseQuery } from '@wuku/text/terms/query'
import { compilePhrase } from '@wuku/text/terms/phrase'
import { termsOf } from '@wuku/text/terms/terms'
import type { SearchInput, SearchOutput } from '../../src/search/chat-search-shapes.ts'
import { DAY, NOW, openChats, type Said, type Told } from './chats-house.ts'
import { runs } from '../../../../test/scale.ts'

/** Few words, so that they meet: of both languages, joined, and in other forms. */
const word = fc.constantFrom(
  'tide',
  'tides',
  'harbour',
  'readFile',
  'read',
  'file',
  '潮汐',
  '港口',
  '數據庫',
  '数据',
  '库',
  '👩‍👩‍👧‍👦',
  'the',
)
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const said: fc.Arbitrary<Said> = fc
  .tuple(fc.constantFrom('user', 'assistant', 'system', 'tool result'), text)
  .map(([who, words]) => `${who as 'user'}: ${words}` as const)
const chat = fc.record({
  title: text,
  said: fc.array(said, { minLength: 1, maxLength: 4 }),
  age: fc.integer({ min: 0, max: 80 }),
  agent: fc.constantFrom('codex' as const, 'claude-code' as const),
  project: fc.constantFrom('/work/shop', '/work/harbour'),
})
const archive = fc
  .array(chat, { minLength: 1, maxLength: 5 })
  // No two at one moment: the same words at the same time would be copies.
  .map((all): readonly Told[] =>
    all.map((each, at) => ({ ...each, age: each.age + at / 100, id: `chat-${at}-abcdef` })),
  )

type Asked = Partial<SearchInput> & { readonly intent_query: string }
const asked: fc.Arbitrary<Asked> = fc.record(
  {
    intent_query: text.filter((query) => analyseQuery(query).length > 0),
    match: fc.constantFrom('any' as const, 'all' as const),
    scope: fc.constantFrom('content' as const, 'title' as const, 'both' as const),
    include_tools_in_search: fc.boolean(),
    role_filter: fc.uniqueArray(fc.constantFrom('user' as const, 'assistant' as const, 'system' as const), {
      minLength: 1,
    }),
    exclude_terms: fc.array(word, { maxLength: 1 }),
    time_window: fc.constantFrom('7d' as const, '30d' as const, 'all' as const),
    agent: fc.constantFrom('codex' as const, 'claude-code' as const),
    project: fc.constantFrom('shop', 'harbour'),
  },
  { requiredKeys: ['intent_query'] },
)

interface Piece {
  readonly text: string
  readonly role: string
  readonly source: 'content' | 'title' | 'tool'
  readonly at: number
}

it('finds exactly the conversations that a slow look at the plain text finds', async () =>
  fc.assert(
    fc.asyncProperty(archive, fc.array(asked, { minLength: 1, maxLength: 4 }), async (told, questions) => {
      const house = await openChats(told)
      for (const question of questions) {
        const given = { limit_chats: 100, limit_snippets_per_chat: 10, snippet_window: 400, weak: true, ...question }
        const answer = await house.call<SearchOutput>('search_conversations', given)
        const truth = told.filter((each) => answers(each, question)).map(({ id }) => id)
        expect(answer.topChatIds.toSorted()).toEqual(truth.toSorted())
        for (const { snippets } of answer.results)
          for (const snippet of snippets) expect(snippetKeeps(snippet, question)).toBe(true)
      }
    }),
    { numRuns: runs(150) },
  ))

function answers(told: Told, question: Asked): boolean {
  const { match = 'any', exclude_terms: excluded = [], intent_query: query, agent, project } = question
  const scoped = piecesOf(told).filter((piece) => isInScope(piece, question))
  const searched = scoped.filter((piece) => isOfRole(piece, question))
  const isExcluded = excluded.some((term) =>
    // What is no word is looked for in the whole text.
    (/[\p{L}\p{N}]/u.test(term) ? scoped : piecesOf(told)).some((piece) => compilePhrase(term).holds(piece.text)),
  )
  return (
    (agent === undefined || told.agent === agent) &&
    (project === undefined || told.project?.endsWith(`/${project}`) === true) &&
    !isExcluded &&
    searched.some((piece) => isTimely(piece, question) && holdsTelling(piece.text, query)) &&
    (match === 'any' || wordsOf(query).every((one) => searched.some((piece) => holdsWord(piece.text, one))))
  )
}

function piecesOf({ title = '', said: all, age = 0 }: Told): readonly Piece[] {
  const start = NOW - age * DAY
  const end = start + (all.length - 1) * 60_000
  const messages = all.flatMap((each, at): readonly Piece[] => {
    const [who = '', words = ''] = typeof each === 'string' ? each.split(': ') : []
    const isTool = who === 'tool result'
    return [
      { text: words, role: isTool ? 'assistant' : who, source: isTool ? 'tool' : 'content', at: start + at * 60_000 },
    ]
  })
  return [{ text: title, role: 'title', source: 'title', at: end }, ...messages]
}

const isInScope = (
  { source }: Pick<Piece, 'source'>,
  { scope = 'both', include_tools_in_search: withTools = true }: Asked,
): boolean => (source === 'title' ? scope !== 'content' : scope !== 'title' && (withTools || source === 'content'))

const isOfRole = ({ role, source }: Pick<Piece, 'role' | 'source'>, { scope, role_filter: roles }: Asked): boolean =>
  !roles || (source === 'title' ? scope === 'title' : roles.some((each) => each === role))

const isTimely = ({ at }: Pick<Piece, 'at'>, { time_window: window = 'all' }: Asked): boolean =>
  window === 'all' || at >= NOW - Number.parseInt(String(window), 10) * DAY

const wordsOf = (query: string) => analyseQuery(query).filter(({ weight }) => weight > 0)

/** A term of a word, and of a Chinese word of several characters more than one of them. */
function holdsTelling(words: string, query: string): boolean {
  const held = new Set(termsOf(words).flatMap(({ terms }) => terms))
  return wordsOf(query).some(({ raw, script, terms }) =>
    terms.some(({ term }) => held.has(term) && (script === 'word' || raw.length === 1 || term.length > 1)),
  )
}

function holdsWord(words: string, { raw, script, terms }: ReturnType<typeof wordsOf>[number]): boolean {
  const whole = script === 'word' && termsOf(words).some((token) => token.terms.includes(terms[0]?.term ?? ''))
  return whole || compilePhrase(raw).holds(words)
}

const snippetKeeps = (snippet: SearchOutput['results'][number]['snippets'][number], question: Asked): boolean => {
  const { role, source, createdAt: at, text: words } = snippet
  return (
    isInScope({ source }, question) &&
    isOfRole({ role, source }, question) &&
    isTimely({ at }, question) &&
    holdsTelling(words, question.intent_query)
  )
}
