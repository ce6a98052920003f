import { expect, it } from 'vitest'
import { openHome } from '../mcp-home.ts'
import { serve } from './server-house.ts'
import { ADMIN_KEY, code, idOf, openTeam, plain, SECRET, upload } from './team-house.ts'
import { serveUntilEnd } from '../../serve-until-end.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())
const other = openHome(sharedFolder())

it('shows libraries to whom their owners say, by every door', async () => {
  const server = await serve(home, [], { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY, WUKU_AUTH_ANONYMOUS: 'true' })
  const { send, check, named } = await openTeam(server)
  const hidden = `# ${SECRET}\n\nThe ebb of ${SECRET}.\n`

  await check([
    {
      says: 'a library belongs to its maker',
      who: 'ann',
      asks: 'POST /libraries',
      body: { name: 'Billing', visibility: 'private' },
      status: 201,
      has: {
        library_id: '{L1}',
        owner: '{ann}',
        visibility: 'private',
        may: ['read', 'write', 'manage'],
        shared_with: [],
      },
    },
    {
      says: 'its owner adds to it',
      who: 'ann',
      asks: 'POST /libraries/{L1}/documents',
      body: upload(hidden, `${SECRET}.md`),
    },
    { says: 'its owner lists it', who: 'ann', asks: 'GET /documents', has: { total: 1 } },
    {
      says: 'its owner finds it',
      who: 'ann',
      asks: 'POST /search',
      body: { query: SECRET, library_id: '{L1}' },
      has: { documents: [{}] },
    },
    {
      says: 'administrators see it',
      who: 'admin',
      asks: 'GET /libraries/{L1}',
      has: { shared_with: [], may: ['read', 'write', 'manage'] },
    },
  ])

  const slug = String((await send('ann', 'GET /libraries/{L1}')).body['slug'])
  expect(slug, 'the slug tells nobody whether another one is free').toMatch(/^\/docs\/billing-\d[a-z\d]{7}$/)

  for (const who of ['ben', 'cho'] as const) {
    for (const [hides, missing] of [
      ['GET /libraries/{L1}', 'GET /libraries/9'],
      ['GET /libraries/billing', 'GET /libraries/ballast'],
      [`GET /libraries/${encodeURIComponent(slug)}`, 'GET /libraries/%2Fdocs%2Fballast'],
      ['GET /documents/{D1}', 'GET /documents/9'],
      ['GET /documents/{D1}/content', 'GET /documents/9/content'],
      ['GET /documents/chunks/info/{L1}', 'GET /documents/chunks/info/9'],
    ] as const) {
      const subjectOf = (asks: string): string =>
        decodeURIComponent(
          named(asks)
            .split('/')
            .at(asks.endsWith('content') ? -2 : -1) ?? '',
        )
      const [one, another] = [await send(who, hides), await send(who, missing)]
      expect(one.status, hides).toBe(404)
      expect(plain(one, subjectOf(hides)), hides).toBe(plain(another, subjectOf(missing)))
    }
    await check([
      { says: 'no list has it', who, asks: 'GET /libraries?status=all', has: { list: [], total: 0 } },
      { says: 'no document of it is listed', who, asks: 'GET /documents', has: { list: [], total: 0 } },
      { says: 'it is counted nowhere', who, asks: 'GET /stats', has: { libraries: 0, documents: 0, snippets: 0 } },
      { says: 'nothing of its log shows', who, asks: 'GET /activity-logs', has: { list: [], total: 0 } },
      { says: 'nor calls about it', who, asks: 'GET /calls?page_size=1000', hides: true },
      { says: 'nor its jobs', who, asks: 'GET /jobs', has: { list: [], total: 0 } },
      { says: 'nor its sources', who, asks: 'GET /sources', has: { sources: [] } },
      { says: 'no search finds it', who, asks: 'GET /recall?query=ebb', has: { hits: [] }, hides: true },
      {
        says: 'no search names it',
        who,
        asks: 'GET /libraries/search?libraryName=biling',
        has: { libraries: [] },
        hides: true,
      },
      {
        says: 'no citation opens it',
        who,
        asks: `GET /open?citation=wuku://docs/${slug.slice('/docs/'.length)}@1.0.0/${SECRET}.md`,
        status: 404,
      },
    ])
  }

  const [{ job_id: job }] = (await send('ann', 'GET /jobs')).body['list'] as [{ readonly job_id: string }]
  const etag = (await send('ann', 'GET /libraries/{L1}')).headers.get('etag') ?? ''
  await check([
    { says: 'a job shows to its maker', who: 'ann', asks: `GET /jobs/${job}` },
    { says: 'and to administrators', who: 'admin', asks: `GET /jobs/${job}/events` },
    { says: 'and to nobody else', who: 'ben', asks: `GET /jobs/${job}`, status: 404 },
    { says: 'nor do its events', who: 'ben', asks: `GET /jobs/${job}/events`, status: 404 },
    { says: 'nobody else stops it', who: 'ben', asks: `POST /jobs/${job}/cancel`, status: 404 },
    {
      says: 'a known ETag opens nothing',
      who: 'ben',
      asks: 'GET /libraries/{L1}',
      headers: { 'if-none-match': etag },
      status: 404,
    },
    {
      says: 'what is hidden is not changed',
      who: 'ben',
      asks: 'PATCH /libraries/{L1}',
      body: { visibility: 'public' },
      status: 404,
    },
    { says: 'nor deleted', who: 'ben', asks: 'DELETE /libraries/{L1}', status: 404 },
    {
      says: 'nor shared',
      who: 'ben',
      asks: 'POST /operations/share',
      body: { what: '{L1}', visibility: 'public' },
      status: 404,
    },
    { says: 'nor added to', who: 'ben', asks: 'POST /libraries/{L1}/documents', body: upload('# Mine'), status: 404 },

    {
      says: 'a name clashes only with what is seen',
      who: 'ben',
      asks: 'POST /libraries',
      body: { name: 'billing' },
      status: 201,
      has: { library_id: '{L2}', slug: '/docs/billing', owner: '{ben}', visibility: 'team' },
    },
    { says: 'and with that it does', who: 'ann', asks: 'POST /libraries', body: { name: 'BILLING' }, status: 409 },
    {
      says: 'of one name the own comes first',
      who: 'ben',
      asks: 'GET /libraries/Billing',
      has: { library_id: '{L2}' },
    },
    { says: 'whoever asks', who: 'ann', asks: 'GET /libraries/billing', has: { library_id: '{L1}' } },
    {
      says: 'and else what is seen',
      who: 'cho',
      asks: 'GET /libraries/Billing',
      has: { library_id: '{L2}', may: ['read'] },
    },
    {
      says: 'a list is narrowed',
      who: 'ann',
      asks: 'GET /libraries?visibility=team',
      has: { total: 1, list: [{ library_id: '{L2}' }] },
    },

    {
      says: 'the team adds to what is its own',
      who: 'ann',
      asks: 'POST /libraries/{L2}/documents',
      body: upload('# Tides\n\nFlood.'),
    },
    { says: 'so', who: 'ann', asks: 'GET /libraries/{L2}/documents', has: { total: 1 } },
    { says: 'no reader', who: 'cho', asks: 'POST /libraries/{L2}/documents', body: upload('# Mine'), status: 403 },
    {
      says: 'only its owner renames it',
      who: 'ann',
      asks: 'PUT /libraries/{L2}',
      body: { name: 'Mine' },
      status: 403,
      has: code('forbidden'),
    },
    ...[{ description: 'x' }, { status: 'archived' }, { visibility: 'public' }].map((body) => {
      return {
        says: `changes ${Object.keys(body)}`,
        who: 'ann',
        asks: 'PATCH /libraries/{L2}',
        body,
        status: 403,
      } as const
    }),
    { says: 'deletes a version', who: 'ann', asks: 'DELETE /libraries/{L2}/versions/1.0.0', status: 403 },
    { says: 'deletes a document', who: 'ann', asks: 'DELETE /documents/{D2}', status: 403 },
    { says: 'deletes it', who: 'ann', asks: 'DELETE /libraries/{L2}', status: 403 },
    {
      says: 'which is said before its ETag',
      who: 'ann',
      asks: 'PATCH /libraries/{L2}',
      headers: { 'if-match': '"x"' },
      body: { name: 'x' },
      status: 403,
    },
    {
      says: 'shares it',
      who: 'ann',
      asks: 'POST /operations/share',
      body: { what: '{L2}', visibility: 'public' },
      status: 403,
    },
    {
      says: 'it is as it was',
      who: 'cho',
      asks: 'GET /libraries/{L2}',
      has: { name: 'billing', description: '', visibility: 'team' },
    },

    {
      says: 'a list names users who are there',
      who: 'ann',
      asks: 'PATCH /libraries/{L1}',
      body: { shared_with: ['nobody'] },
      status: 400,
    },
    {
      says: 'its owner shares it',
      who: 'ann',
      asks: 'PATCH /libraries/{L1}',
      body: { shared_with: ['{ben}', 'group:ops'] },
      has: { shared_with: ['{ben}', 'group:ops'] },
    },
    {
      says: 'then it is seen',
      who: 'ben',
      asks: 'GET /libraries/{L1}',
      has: { may: ['read', 'write'], visibility: 'private' },
    },
    {
      says: 'and added to',
      who: 'ben',
      asks: 'POST /libraries/{L1}/documents',
      body: upload('# Also\n\nMine.', 'also.md'),
    },
    {
      says: 'and found',
      who: 'ben',
      asks: 'POST /search',
      body: { query: SECRET, library_id: '{L1}' },
      headers: { 'idempotency-key': 'k1' },
      has: { documents: [{}] },
    },
    {
      says: 'the same again is kept',
      who: 'ben',
      asks: 'POST /search',
      body: { query: SECRET, library_id: '{L1}' },
      has: { cached: true },
    },
    { says: 'not on', who: 'ben', asks: 'PATCH /libraries/{L1}', body: { visibility: 'public' }, status: 403 },
    { says: 'and by nobody else seen', who: 'cho', asks: 'GET /libraries/{L1}', status: 404 },
  ])
  expect((await send('ben', 'GET /libraries/{L1}')).body).not.toHaveProperty('shared_with')

  await check([
    {
      says: 'a group that the user is in sees it',
      who: 'admin',
      asks: 'PATCH /users/{cho}'.replace('{cho}', await idOf(send, 'cho')),
      body: { groups: ['ops'] },
    },
    { says: 'on the next request', who: 'cho', asks: 'GET /libraries/{L1}', has: { may: ['read'] } },
    { says: 'it is taken back', who: 'ann', asks: 'PATCH /libraries/{L1}', body: { shared_with: [] } },
    { says: 'from the group', who: 'cho', asks: 'GET /libraries/{L1}', status: 404 },
    { says: 'from the user', who: 'ben', asks: 'GET /libraries/{L1}', status: 404 },
    {
      says: 'an answer that was kept is not given again',
      who: 'ben',
      asks: 'POST /search',
      body: { query: SECRET, library_id: '{L1}' },
      headers: { 'idempotency-key': 'k1' },
      status: 404,
    },

    { says: 'what is public', who: 'ben', asks: 'PATCH /libraries/{L2}', body: { visibility: 'public' } },
    { says: 'is seen without a credential', who: 'nobody', asks: 'GET /libraries/{L2}', has: { may: ['read'] } },
    { says: 'alone', who: 'nobody', asks: 'GET /libraries', has: { total: 1, list: [{ library_id: '{L2}' }] } },
    { says: 'and not changed', who: 'nobody', asks: 'PATCH /libraries/{L2}', body: { name: 'x' }, status: 401 },
    { says: 'a change acts at once', who: 'ben', asks: 'PATCH /libraries/{L2}', body: { visibility: 'private' } },
    { says: 'for everybody', who: 'nobody', asks: 'GET /libraries/{L2}', status: 404 },
    { says: 'and for the team', who: 'ann', asks: 'GET /libraries/{L2}', status: 404 },

    {
      says: 'files of the server are nobody’s',
      who: 'admin',
      asks: 'POST /sources',
      body: { root: '/etc' },
      status: 403,
      has: code('local-only'),
    },
    {
      says: 'nor to be handed in',
      who: 'ann',
      asks: 'POST /libraries/{L1}/documents',
      body: { files: ['/etc/hosts'] },
      status: 403,
      has: code('local-only'),
    },
    {
      says: 'nor a project',
      who: 'ann',
      asks: 'GET /recall?query=ebb&project=/etc',
      status: 403,
      has: code('local-only'),
    },
  ])
})

it('ends a stream of events once its reader may not see the library', async () => {
  const asked = Promise.withResolvers<void>()
  const slow = `${await serveUntilEnd(() => asked.resolve())}/llms.txt`
  const settings = { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY, WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1' }
  const server = await serve(other, [], settings)
  const { send, check, keyOf } = await openTeam(server)
  await check([
    { says: 'made', who: 'ann', asks: 'POST /libraries', body: { name: 'tides', visibility: 'private' }, status: 201 },
    { says: 'shared', who: 'ann', asks: 'PATCH /libraries/{L1}', body: { shared_with: ['{ben}'] } },
  ])
  const begun = await send(
    'ann',
    'POST /libraries/import',
    { url: slow, library_id: '{L1}' },
    { prefer: 'respond-async' },
  )
  expect(begun.status).toBe(202)
  const { job_id: job } = begun.body['job'] as { readonly job_id: string }
  await asked.promise
  const stream = await fetch(`${server.url}/api/v1/jobs/${job}/events`, {
    headers: { authorization: `Bearer ${keyOf('ben')}` },
  })
  expect(stream.status).toBe(200)
  const said: string[] = []
  const read = async (): Promise<void> => {
    for await (const chunk of stream.body ?? []) said.push(Buffer.from(chunk as Uint8Array).toString())
  }
  const ended = read()
  await check([{ says: 'taken back', who: 'ann', asks: 'PATCH /libraries/{L1}', body: { shared_with: [] } }])
  await ended
  expect(said.join('')).toContain('event: job')
  expect(said.join('')).not.toMatch(/event: (?:completed|failed|cancelled)/)
  await check([
    { says: 'nor is it begun again', who: 'ben', asks: `GET /jobs/${job}/events`, status: 404 },
    { says: 'its maker stops it', who: 'ann', asks: `POST /jobs/${job}/cancel`, status: 202 },
  ])
})
