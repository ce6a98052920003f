import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

/**
 * A call of the store within a loop costs a round trip for each turn. It is asked in plural instead, or side by side: then
 * `kernel/src/batched-view.ts` makes one call of it. These are left, each with its reason.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'pages: what is read at once is bounded': [
    'chats/assemble.ts readConversations',
    'code/graph/code-context.ts configTexts',
    'code/graph/rank.ts rankFiles',
    'code/pack/source-counts.ts countStructure',
    'code/uses/find-uses.ts filesWith',
    'docs/importing/count.ts countVersion',
    'docs/operations/list-chunks.ts placesOf',
    'chats/search/typos.ts twoAway',
    'search/holders.ts documentsOfWay',
    'search/holders.ts documentsWithText',
    'search/lexical.ts keepMatching',
  ],
  'the first look is nearly always enough, and a second one costs much': [
    'chats/search/cjk-typos.ts correctionsOf',
    'code/graph/import-links.ts importersOf',
    'search/lexical.ts findIn',
    'search/filters/list-newest.ts lastWritten',
  ],
  'steps are at most six, repositories nine, and what is read at each is bounded': [
    'code/uses/trace-dependents.ts traceDependents',
    'code/uses/trace-dependents.ts sourcesNaming',
    'code/operations/affected.ts changedFiles',
    'code/operations/affected.ts testsImporting',
  ],
  'each round follows from the one before, and there are four at most': [
    'code/uses/find-uses.ts loadKnown',
    'code/uses/find-uses.ts loadDefinitions',
    'code/uses/find-uses.ts loadPassingOn',
  ],
  'a file is followed from one name to the next, eight at most': ['claims/paths.ts fatesOf'],
  'it ends as soon as the answer is full, and what comes next may be long': [
    'chats/assemble.ts readTexts',
    'chats/export/export-page.ts readPage',
    'chats/search/required-targets.ts keepAnswering',
    'chats/files/history.ts readFileHistory',
    'chats/gathering/gather-page.ts createTexts',
    'code/history/commit-search.ts newest',
    'code/symbols/grep/suggest.ts choose',
    'docs/importing/activate.ts describeByPages',
    'code/symbols/symbol-search.ts findSymbols',
    'docs/search/compare.ts sectionsOf',
    'search/holders.ts documentsThatHold',
    'notes/operations/multi-get.ts readWithin',
  ],
  'each is undone by itself, and a kill in between leaves the others whole': ['docs/importing/sweep.ts sweepLibrary'],
  'it asks for folders or pages of a website, and no store': [
    'operations/add.ts firstRoot',
    'docs/origins/web/list.ts findList',
  ],
  'an index run, which holds few texts at once': ['index/stored-forms.ts'],
  'an index run: as many looks as a source has audiences, a few': ['index/run-connected.ts openRun'],
  'it looks again once another writer was faster': ['pads/write-pads.ts changePad'],
  'each rewrite is given what the one before made': ['query/plan.ts planSearch'],
  'it waits for something else meanwhile': ['index/keep-fresh.ts keepFresh'],
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** What is awaited in a loop, by the outermost function that it stands in. */
function* callsInLoops(
  value: unknown,
  place: { readonly within: string; readonly isLooping: boolean },
): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* callsInLoops(each, place)
  if (!isNode(value)) return
  const { type } = value
  const within = place.within || nameOf(value)
  const isLooping = place.isLooping && !type.includes('Function')
  if (isLooping && type === 'AwaitExpression' && asksStore(value['argument'])) yield within
  const isLoop = /^(?:For|While|DoWhile)/.test(type)
  for (const [key, child] of Object.entries(value)) {
    // What a loop goes over is asked once.
    const isBefore = key === 'right' || key === 'init'
    yield* callsInLoops(child, { within, isLooping: isLooping || (isLoop && !isBefore) })
  }
}

function nameOf({ type, id, key }: Node): string {
  const named = type === 'FunctionDeclaration' || type === 'VariableDeclarator' ? id : undefined
  const name = isNode(named) ? named['name'] : isNode(key) && type === 'MethodDefinition' ? key['name'] : ''
  return typeof name === 'string' ? name : ''
}

/** A method of a view, a read, or whatever is handed a view. */
function asksStore(asked: unknown): boolean {
  if (!isNode(asked)) return false
  if (asked.type === 'MemberExpression') return asksStore(asked['object'])
  if (asked.type !== 'CallExpression') return false
  const { callee } = asked
  const given = Array.isArray(asked['arguments']) ? (asked['arguments'] as readonly unknown[]) : []
  const path = pathOf(callee)
  if (path.join(' ') === 'Promise all') return given.some(listsStore)
  return path.includes('view') || /^(?:store|engine) read$/.test(path.join(' ')) || given.some(handsView)
}

const listsStore = (given: unknown): boolean =>
  isNode(given) && Array.isArray(given['elements']) && given['elements'].some(asksStore)

/** `view.pads.pad` is `view`, `pads`, `pad`. */
function pathOf(callee: unknown): readonly string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type !== 'MemberExpression') return []
  return [...pathOf(callee['object']), ...pathOf(callee['property'])]
}

/** A view, and what it is handed on with. */
const CARRIERS: ReadonlySet<string> = new Set(['view', 'place', 'look'])

const handsView = (given: unknown): boolean => {
  if (!isNode(given)) return false
  if (given.type === 'Identifier') return CARRIERS.has(String(given['name']))
  if (given.type !== 'ObjectExpression' || !Array.isArray(given['properties'])) return false
  return given['properties'].some((each) => isNode(each) && pathOf(each['key'])[0] === 'view')
}

it('asks the store in loops only where there is a reason', () => {
  const found = globSync('packages/{kernel,code,notes,docs,pads,chats,claims}/src/**/*.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    if (![/\bawait\b/, /\b(?:for|while)\b/, /\b(?:view|place|look)\b|\.read\(/].every((sign) => sign.test(text)))
      return []
    const path = file.replace(/^packages\/(?:kernel\/src|(\w+)\/src)\//, (_, name?: string) => (name ? `${name}/` : ''))
    return [...callsInLoops(parseAst(text, { lang: 'ts' }), { within: '', isLooping: false })].map(
      (name) => `${path} ${name}`,
    )
  })
  const reasons = Object.values(allowed).flat()
  expect([...new Set(found)].filter((each) => !reasons.some((known) => each.startsWith(known)))).toEqual([])
  expect(reasons.filter((known) => !found.some((each) => each.startsWith(known)))).toEqual([])
})

it.each([
  ['a method of a view', 'async function f(view) { for (const a of b) await view.at([a]) }', ['f']],
  ['of a part of it', 'const f = async (view) => { while (x) (await view.pads.pad(1)).id }', ['f']],
  ['several at once', 'async function f(view) { for (;;) await Promise.all([view.at(a), b]) }', ['f']],
  ['what is handed a view', 'async function f() { for (;;) await g(1, { view }) }', ['f']],
  ['a read of its own', 'async function f() { for (;;) await engine.read(g) }', ['f']],
  ['what a loop goes over', 'async function f(view) { for (const a of await view.sources()) g(a) }', []],
  ['a function that is made in a loop', 'function f() { for (;;) g(async () => await view.at(b)) }', []],
  ['what asks for something else', 'async function f() { for (;;) await g(1) }', []],
])('notes %s', (_name, code, names) =>
  expect([...callsInLoops(parseAst(code, { lang: 'ts' }), { within: '', isLooping: false })]).toEqual(names),
)
