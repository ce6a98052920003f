import { beforeAll, expect, it } from 'vitest'
import { loadOperations } from '../../../packages/cli/src/load-operations.ts'
import type { Operation } from '@wuku/kernel/base/operation'
import { CANARY, TEXT, json, openAttackHouse, type Answer, type Ask, type AttackHouse } from './attack-house.ts'
import { pairsOf, questionsFor, reworded, settled, type Shape } from './questions.ts'

let house: AttackHouse
let before: string
beforeAll(async () => {
  house = await openAttackHouse()
  before = await hiddenState()
})

/** What Bob must neither see nor change, as its owners see it. */
async function hiddenState(): Promise<string> {
  const { ann, admin, secrets } = house
  const asked = await Promise.all([
    ann(`/api/v1/libraries/${secrets.library}`),
    ann(`/api/v1/documents/${secrets.document}`),
    ann('/api/v1/operations/get-scratchpad', json({ id: secrets.pad })),
    ann('/api/v1/operations/get-workflow', json({ workflow_id: secrets.workflow })),
    admin('/api/v1/operations/search', json({ query: CANARY, sources: [`${CANARY}-notes`] })),
    admin('/api/v1/operations/gather_chats', json({ chatIds: [secrets.chat] })),
    admin(`/api/v1/api-keys/${secrets.key}`),
  ])
  return asked.map(({ status, text }) => settled(`${status} ${text}`)).join('\n')
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What Bob asked himself, in the log of calls and its statistics, he knows. Ann's question that found nothing holds a text. */
function withoutOwn(text: string): string {
  if (!/"(?:actor_name|not_found)"/.test(text)) return text
  const drop = (key: string, value: unknown): unknown =>
    key === 'not_found' ? [] : isObject(value) && value['actor_name'] === 'bob' ? { ...value, input: null } : value
  return JSON.stringify(JSON.parse(text, (key: string, value: unknown) => drop(key, value)))
}

/** Nothing of the texts, and none of the names but where the question held them: then `checkSame` looks. */
function checkHides(answer: Answer, asked: unknown): void {
  const headers = JSON.stringify([...answer.headers]).toLowerCase()
  expect(headers, JSON.stringify(asked)).not.toContain(CANARY)
  expect(answer.text, JSON.stringify(asked)).not.toContain(house.folder)
  expect(`${headers} ${answer.text.toLowerCase()}`, JSON.stringify(asked)).not.toContain(TEXT)
  if (!JSON.stringify(asked).includes(CANARY))
    expect(withoutOwn(answer.text).toLowerCase(), JSON.stringify(asked)).not.toContain(CANARY)
}

const refusals: ReadonlySet<number> = new Set([403, 404, 412, 304])

/** The same bytes for what is hidden and for what never was, but for what was asked. Changes may differ by what they made. */
function checkSame(secret: Asked, missing: Asked, isRead: boolean): void {
  const both = [secret.answer, missing.answer]
  if (both.some(({ text }) => /Wrong arguments|unknown key|must be/.test(text))) return
  if (!isRead && !both.some(({ status }) => refusals.has(status))) return
  // What was made meanwhile may be near.
  const isNear = isRead ? /^$/ : /Did you mean [^?]*\? /
  const said = ({ status, text }: Answer): string => `${status} ${settled(text).replace(isNear, '')}`
  const expected = reworded(said(missing.answer), missing.asked, secret.asked)
  expect(said(secret.answer), JSON.stringify(secret.asked)).toBe(expected)
}

interface Asked {
  readonly answer: Answer
  readonly asked: unknown
}

const operations = await loadOperations()

interface Told {
  readonly name: string
  readonly effect: string
  readonly input: Shape
}

const toldBy = async (ask: Ask, name: string): Promise<Told> =>
  JSON.parse((await ask(`/api/v1/operations/${name}`)).text) as Told

/** Their answers hold what the asker asked a moment ago, also the names in it: they are checked for the secret alone. */
const everNew: ReadonlySet<string> = new Set([
  'library-statistics',
  'statistics-history',
  'list-calls',
  'list-sessions',
  'library-activity',
  'list-jobs',
  'show-call',
  'replay-call',
])

/** These make what they name, where nothing that she sees has the name. They come last, and are checked for the secret alone. */
const makers: ReadonlySet<string> = new Set(
  operations.map(({ name }) => name).filter((name) => /^(create|import|init|add|upload|push)\b|^write_/.test(name)),
)

const isRead = ({ effect }: Operation): boolean => effect === 'read'

async function askOperation({ name, ...operation }: Operation, ask: Ask): Promise<void> {
  const { input, effect } = await toldBy(house.admin, name)
  const example = operation.examples[0]?.input ?? {}
  const path = `/api/v1/operations/${name}`
  for (const { secret, missing } of questionsFor(input, example as Record<string, unknown>, house.secrets)) {
    const [one, another] = [await ask(path, json(secret)), await ask(path, json(missing))]
    checkHides(one, makers.has(name) || everNew.has(name) ? [secret, CANARY] : secret)
    if (name === 'list-people' && isOfOwner(secret)) continue
    if (everNew.has(name) || makers.has(name)) continue
    checkSame({ answer: one, asked: secret }, { answer: another, asked: missing }, effect === 'read')
  }
  checkHides(await house.bob(path, json(example)), [example, CANARY])
}

it.each(operations.filter(isRead))(
  '$name says nothing of what is hidden, and the same as of what never was',
  (operation) => askOperation(operation, house.bob),
)

/** Ann owns what Bob sees too, so her id stands in his answers, and whose it is, is his to know. */
const isOfOwner = (asked: unknown): boolean => JSON.stringify(asked).includes(house.secrets.user)

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}

interface OpenApiOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Shape }[]
}

const filled = (path: string, word: string): string => path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(word))

async function askRoutes(ask: Ask, isAsked: (method: string) => boolean): Promise<void> {
  const { paths } = JSON.parse((await house.bob('/api/v1/openapi.json')).text) as OpenApi
  const named = Object.entries(paths).filter(([path]) => path.includes('{') && !path.includes('/operations/'))
  const rows = named.flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => (isAsked(method) ? [[method.toUpperCase(), path] as const] : [])),
  )
  expect(rows.length).toBeGreaterThan(8)
  const validators = { 'if-none-match': house.secrets.etag, 'if-match': house.secrets.etag }
  for (const [method, path] of rows)
    for (const [secret, missing] of pairsOf(house.secrets))
      for (const headers of [{}, validators]) {
        const init = method === 'GET' ? { headers } : { ...json({}, headers), method }
        const [one, another] = [await ask(filled(path, secret), init), await ask(filled(path, missing), init)]
        const asked = [method, path, secret]
        checkHides(one, asked)
        // Calls have numbers, and Bob's own may be either.
        if (path.includes('/calls/')) continue
        checkSame({ answer: one, asked }, { answer: another, asked: [method, path, missing] }, method === 'GET')
      }
}

it('every route with a name in its path answers as if what is hidden were not there', async () => {
  await askRoutes(house.bob, (method) => method === 'get')
})

/** A stream does not end; `test/e2e/serve/live.test.ts` looks after it. */
const isStream = (route: object): boolean => JSON.stringify(route).includes('text/event-stream')

it('every list, with each of its filters, counts nothing that is hidden', async () => {
  const { paths } = JSON.parse((await house.bob('/api/v1/openapi.json')).text) as OpenApi
  const lists = Object.entries(paths).filter(([path, { get }]) => get && !path.includes('{') && !isStream(get))
  expect(lists.length).toBeGreaterThan(8)
  for (const [path, { get }] of lists) {
    const isOfCalls = /calls|sessions|logs|stats|activity/.test(path)
    checkHides(await house.bob(path), isOfCalls ? [CANARY] : [])
    const filters = (get?.parameters ?? []).filter((each) => each.in === 'query' && !each.name.startsWith('page'))
    const checkFilter = async ({ name }: { readonly name: string }): Promise<void> => {
      for (const [secret, missing] of pairsOf(house.secrets)) {
        const ask = (word: string): Promise<Answer> => house.bob(`${path}?${name}=${encodeURIComponent(word)}`)
        const [one, another] = [await ask(secret), await ask(missing)]
        checkHides(one, isOfCalls ? [secret, CANARY] : [secret])
        if (path.endsWith('/people') && isOfOwner(secret)) continue
        if (!isOfCalls) checkSame({ answer: one, asked: [secret] }, { answer: another, asked: [missing] }, true)
      }
    }
    // Thousands of requests: side by side, as far as one user may.
    await Promise.all(filters.map(checkFilter))
  }
})

it('a job shows from the start to who will see the library that it makes, and to nobody else', async () => {
  const { bob, visitor, secrets } = house
  const names = ({ text }: Answer): readonly (string | null)[] =>
    (JSON.parse(text) as { readonly list: readonly { readonly library: string | null }[] }).list.map(
      ({ library }) => library,
    )
  expect(names(await bob('/api/v1/jobs?kind=import'))).toEqual(['samphire'])
  expect(names(await visitor('/api/v1/jobs'))).toEqual([])
  for (const path of ['', '/events'])
    expect((await bob(`/api/v1/jobs/${secrets.making}${path}`)).status, path).toBe(404)
})

it('an answer that Ann was given is not given again to Bob', async () => {
  const question = json({ query: CANARY })
  const searches = ['/api/v1/operations/recall', '/api/v1/search', '/api/v1/operations/search-scratchpads']
  for (const path of searches) {
    expect((await house.ann(path, question)).text.toLowerCase()).toContain(TEXT)
    checkHides(await house.bob(path, question), { query: CANARY })
  }
  const keyed = json({ name: 'kept', visibility: 'private', description: TEXT }, { 'idempotency-key': 'the-same' })
  const made = await house.ann('/api/v1/libraries', keyed)
  const again = await house.bob('/api/v1/libraries', keyed)
  expect(again.headers.get('idempotency-replayed')).toBeNull()
  expect(again.text).not.toBe(made.text)
})

const message = (method: string, params: object): RequestInit =>
  json({ jsonrpc: '2.0', id: 1, method, params }, { accept: 'application/json, text/event-stream' })

it('MCP offers, completes and reads nothing that is hidden', async () => {
  const uri = house.secrets.citation
  const template = { type: 'ref/resource', uri: 'wuku://{kind}/{source}/{+path}' }
  const messages: readonly (readonly [string, object])[] = [
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['tools/list', {}],
    ['prompts/list', {}],
    ['resources/read', { uri }],
    ['resources/read', { uri: `wuku://notes/${CANARY}-notes/${CANARY}.md` }],
    ...['kind', 'source', 'path'].map(
      (name) => ['completion/complete', { ref: template, argument: { name, value: '' } }] as const,
    ),
    ['completion/complete', { ref: template, argument: { name: 'source', value: 'quagg' } }],
    ...['recall', 'search-scratchpads'].map(
      (name) => ['tools/call', { name, arguments: { query: 'quaggapelf swell' } }] as const,
    ),
    ['tools/call', { name: 'open', arguments: { citation: uri } }],
    ['tools/call', { name: 'get-scratchpad', arguments: { id: house.secrets.pad } }],
  ]
  for (const [method, params] of messages) checkHides(await house.bob('/mcp', message(method, params)), params)
})

const shoreTide = 'wuku://notes/shore-notes/tide.md'
const pictureOf = (citation: string, of = shoreTide): string =>
  `/api/v1/pictures?${new URLSearchParams({ citation, of })}`

it.each<[says: string, path: () => string, status: number]>([
  ['that the document shows', () => pictureOf('wuku://notes/shore-notes/img/quay.png'), 200],
  ['that no document names', () => pictureOf('wuku://notes/shore-notes/img/unnamed.png'), 404],
  ['behind a link', () => pictureOf('wuku://notes/shore-notes/img/out.png'), 404],
  ['of a hidden source', () => pictureOf(`wuku://notes/${CANARY}-notes/${CANARY}.png`), 404],
  ['by a hidden document', () => pictureOf('wuku://notes/shore-notes/img/quay.png', house.secrets.citation), 404],
  [
    'by a hidden document of its source',
    () => pictureOf(`wuku://notes/${CANARY}-notes/quay.png`, `wuku://notes/${CANARY}-notes/${CANARY}.md`),
    404,
  ],
  ['above the root', () => pictureOf(`wuku://notes/shore-notes/img/../../notes/${CANARY}.png`), 404],
  ['above the root, encoded', () => pictureOf('wuku://notes/shore-notes/%2e%2e%2fnotes%2fquay.png'), 404],
  ['that is none', () => pictureOf('wuku://notes/shore-notes/tide.md'), 400],
])('a picture %s is answered by %i', async (_, path, status) => {
  const answer = await house.bob(path())
  checkHides(answer, [path(), CANARY])
  expect(answer.status, answer.text).toBe(status)
  expect((await house.visitor(path())).status).not.toBe(200)
})

it('a picture runs nothing and is kept by nobody else', async () => {
  const { headers, text } = await house.bob(pictureOf('wuku://notes/shore-notes/img/plan.svg'))
  expect(text).toContain('<svg')
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': expect.stringContaining('private'),
  })
})

it("folders of the machine are nobody's to look at from elsewhere", async () => {
  const asked: readonly (readonly [string, RequestInit?])[] = [
    ['/api/v1/folders'],
    [`/api/v1/folders?folder=${encodeURIComponent(house.folder)}`],
    ['/api/v1/folders?find=true'],
    ['/api/v1/sources/plan', json({ root: `${house.folder}/shore-notes` })],
  ]
  for (const [path, init] of asked)
    for (const ask of [house.bob, house.visitor, house.admin]) {
      const answer = await ask(path, init)
      expect([400, 401, 403], `${path} ${answer.text}`).toContain(answer.status)
      if (init === undefined && !path.includes('?')) expect(answer.text).not.toContain(house.folder)
    }
})

it('who has no account sees what is public alone', async () => {
  for (const path of ['/api/v1/libraries', '/api/v1/sources', '/api/v1/documents', '/api/v1/stats', '/api/v1/jobs']) {
    const answer = await house.visitor(path)
    checkHides(answer, [])
    expect(answer.text).not.toContain('saltmarsh')
  }
  for (const query of ['swell', CANARY]) {
    const answer = await house.visitor('/api/v1/operations/recall', json({ query }))
    checkHides(answer, { query })
    expect(answer.text).not.toContain('tides.md')
  }
})

const shore: Readonly<Record<string, unknown>> = {
  project_path: 'shore-code',
  path: 'tide.ts',
  name: 'tideAtNoon',
  query: 'tide at noon',
  ranges: ['tide.ts:1-1'],
  response_mode: 'full',
}

const withinRepository = operations.flatMap(({ name, group, level, input }) => {
  const { shape = {} } = input as { readonly shape?: object }
  return group === 'code' && level !== 'admin' && 'project_path' in shape ? [{ name, keys: Object.keys(shape) }] : []
})

it.each(withinRepository)('$name tells of a repository without a path of the machine', async ({ name, keys }) => {
  const { input: shape } = await toldBy(house.admin, name)
  const fits = (key: string): boolean => shape.properties?.[key]?.enum?.includes(shore[key]) ?? true
  const input = Object.fromEntries(Object.entries(shore).filter(([key]) => keys.includes(key) && fits(key)))
  const told = await house.bob(`/api/v1/operations/${name}`, json(input))
  const called = await house.bob('/mcp', message('tools/call', { name, arguments: input }))
  for (const answer of [told, called]) {
    expect(answer, answer.text).toMatchObject({ status: 200, text: expect.stringContaining('code/shore-code') })
    checkHides(answer, input)
  }
  expect((await house.admin(`/api/v1/operations/${name}`, json(input))).text).toContain(house.folder)
})

it('a share acts on the next request, and so does taking it back', async () => {
  const { ann, bob, secrets } = house
  const bobs = (JSON.parse((await bob('/api/v1/user/info')).text) as { user_id: string }).user_id
  const share = (shared_with: readonly string[]): Promise<Answer> =>
    ann(`/api/v1/libraries/${secrets.library}`, { ...json({ shared_with }), method: 'PATCH' })
  const seen = async (): Promise<number> => (await bob(`/api/v1/libraries/${secrets.library}`)).status
  expect(await seen()).toBe(404)
  for (let round = 0; round < 5; round++) {
    expect((await share([bobs])).status).toBe(200)
    expect(await seen()).toBe(200)
    expect((await bob('/api/v1/operations/recall', json({ query: CANARY }))).text).toContain(`${CANARY}.md`)
    expect((await share([])).status).toBe(200)
    expect(await seen()).toBe(404)
    checkHides(await bob('/api/v1/operations/recall', json({ query: CANARY })), { query: CANARY })
  }
})

/** After all that only looks. */
it('every changing route with a name in its path answers as if what is hidden were not there', async () => {
  await askRoutes(house.eve, (method) => method !== 'get')
})

/** What she makes has the names that she asked for. */
it.each(
  operations
    .filter((operation) => !isRead(operation))
    .toSorted((a, b) => Number(makers.has(a.name)) - Number(makers.has(b.name))),
)('$name changes nothing that is hidden, and says nothing of it', (operation) => askOperation(operation, house.eve))

it('what Bob asked for changed nothing of it', async () => {
  expect(await hiddenState()).toBe(before)
})
