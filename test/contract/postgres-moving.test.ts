import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { migrateStore, type Migrated } from '@wuku/transfer/migrate/migrate'
import { siteOf, type StoreSite } from '@wuku/transfer/migrate/store-sites'
import { isEqual } from '@wuku/transfer/migrate/verify-move'
import { readSettings } from '@wuku/settings/app-settings'
import type { SourceId } from '@wuku/core/core-types'
import { everything } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { ask } from '../servers/postgres.ts'
import { atAccounts, keyOf, loginOf, userOf } from './account-samples.ts'
import { jobOf } from './job-samples.ts'
import { makeFiveKinds, openFiveKinds, type FiveKinds } from './round-trips/five-kinds.ts'
import { asked, others as otherQuestions } from './round-trips/questions.ts'
import { putting, sourceNamed } from './samples.ts'
import { embedAll, setOf, vectorOf } from './vector-samples.ts'
import { sharedFolder } from '../scratch.ts'

const url = inject('postgres')
const schemas: string[] = []
const folder = sharedFolder()
const schemaFor = (name: string): string => {
  const schema = `moving_${process.pid}_${name}`
  if (!schemas.includes(schema)) schemas.push(schema)
  return schema
}
const openIn = (schema: string) => () => openPostgres({ url, schema })
const fileIn = (home: string): string => join(folder, home, 'wuku.sqlite')

async function site(place: string, schema?: string): Promise<StoreSite> {
  const surroundings = { env: { WUKU_HOME: join(folder, 'data') }, platform: 'linux' as const, userFolder: folder }
  return siteOf({ place, schema }, { settings: await readSettings(surroundings), environment: surroundings })
}

async function migrate(from: StoreSite, to: StoreSite): Promise<Migrated> {
  const { signal } = new AbortController()
  return migrateStore({ from, to, sharedBlobs: undefined, signal, progress: () => {} })
}

let padId = ''
beforeAll(async () => {
  await makeFiveKinds(folder)
  await addTheRest()
})
afterAll(async () => {
  for (const schema of schemas) await ask(url, `DROP SCHEMA IF EXISTS ${schema} CASCADE`)
})

/** Pads with a past, versions that were replaced, users, vectors. */
async function addTheRest(): Promise<void> {
  const fixture = await openFiveKinds(folder)
  const { workflows } = (await fixture.call('list-workflows', {})) as { workflows: { id: string }[] }
  const { scratchpads } = (await fixture.call('list-scratchpads', { workflow_id: workflows[0]?.id })) as {
    scratchpads: { id: string }[]
  }
  padId = scratchpads[0]?.id ?? ''
  for (let nth = 0; nth < 5; nth++)
    await fixture.call('append-scratchpad', {
      id: padId,
      content: `\n## Tide ${nth}\n\nThe flood came ${nth} times.\n`,
    })
  await fixture.call('move-scratchpad', { id: scratchpads[1]?.id, workflow_id: workflows[1]?.id })
  await fixture.call('add-documents', {
    library: 'tide',
    version: '2.0.0',
    documents: [{ path: 'late.md', text: '# Late\n\nA page that came late.\n' }],
  })
  await fixture.engine.close()
  const store = await openSqlite(fileIn('data'))
  await fillAccounts(store)
  await store.write('jobs', async ({ jobs }) => jobs.add([jobOf('waiting'), jobOf('other')]))
  await annotate(store)
  const set = await store.vectors.addEmbeddingSet(setOf())
  await embedAll(store, set.id)
  await store.vectors.activateEmbeddingSet(set.id)
  await store.close()
}

const annotate = (store: Store): Promise<void> =>
  store.write('annotations', async ({ annotations, sources }) => {
    const [first] = await sources.list()
    await annotations.putContexts([
      { source: null, prefix: '', text: 'Everything of Ada' },
      { source: first?.id ?? null, prefix: 'src', text: 'What the tide does' },
    ])
    await annotations.putProjects([{ name: 'Tide', members: ['code/my-code'] }])
  })

async function fillAccounts(store: Store): Promise<void> {
  await atAccounts(store, async (accounts) => {
    for (const id of ['ann', 'bob']) await accounts.addUser(userOf(id, { groups: ['tide'] }))
    await accounts.addKey(keyOf('first', { hash: createHash('sha256').update('example key').digest('hex') }))
    await accounts.addLogin(loginOf('here'))
    await accounts.noteUse({ usage: [{ user: 'ann', day: '2026-11-20', calls: 3, uploadBytes: 70 }] })
  })
  const entry = {
    actor: 'ann',
    actorName: 'ann',
    address: null,
    target: null,
    outcome: 'done' as const,
    requestId: null,
  }
  await store.record({
    audit: ['one', 'two', 'three'].map((action) => ({ ...entry, at: 1_000, action, facts: { nul: 'a\u0000b' } })),
    samples: [{ at: 1_000, metric: 'memory', value: 1.5 }],
  })
}

const answerOf = async (fixture: FiveKinds, name: string, input: object): Promise<string> => {
  const given = JSON.parse(JSON.stringify(input).replaceAll('<repository>', join(folder, 'wuku'))) as object
  const output = await fixture.call(name, given).catch((thrown: unknown) => String(thrown))
  return JSON.stringify(output, undefined, 1).replaceAll(/"(took|milliseconds|took_ms|elapsed)": ?[\d.]+/g, '"$1":0')
}

describe('a store that was moved to PostgreSQL and back', () => {
  const opened: FiveKinds[] = []
  let moves: readonly Migrated[] = []
  beforeAll(async () => {
    const schema = schemaFor('there')
    const [old, team, back] = [await site(fileIn('data')), await site(url, schema), await site(join(folder, 'back'))]
    moves = [await migrate(old, team), await migrate(team, back)]
    mkdirSync(join(folder, 'team'))
    symlinkSync(join(folder, 'data/blobs'), join(folder, 'team/blobs'))
    opened.push(
      await openFiveKinds(folder),
      await openFiveKinds(folder, openIn(schema), 'team'),
      await openFiveKinds(folder, undefined, 'back'),
    )
  })
  afterAll(async () => {
    for (const { engine } of opened) await engine.close()
  })

  it('has the same rows on every side', () =>
    expect(moves.map(({ compared }) => compared.filter((each) => !isEqual(each)))).toEqual([[], []]))
  it('brings something of every kind', () =>
    expect(moves[0]?.compared.flatMap(({ what, from }) => (from.count === 0 ? [what] : []))).toEqual([]))
  it.each([...asked, ...otherQuestions])('answers %s of %o', async (name, input) => {
    const [old = '', team, back] = await Promise.all(opened.map((each) => answerOf(each, name, input)))
    expect(team).toBe(old)
    expect(back).toBe(old)
  })
  it('finds the nearest by the same vectors', async () => {
    const nearest = (store: Store) =>
      store.read(everything, async ({ vectors }) => {
        const [set] = await vectors.embeddingSets()
        return set && vectors.nearest({ set: set.id, vector: vectorOf('a tide'), depth: 20 })
      })
    const [old, ...others] = (await Promise.all((await stores()).map(nearest))).map((found) => found?.candidates ?? [])
    for (const other of others) {
      expect(other.map(({ chunk }) => chunk)).toEqual(old?.map(({ chunk }) => chunk))
      // Each store rounds vectors in its own way.
      for (const [at, { score }] of other.entries()) expect(score).toBeCloseTo(old?.[at]?.score ?? 0, 3)
    }
  })
  it('knows keys, and the order of the audit', async () => {
    const look = async (store: Store) => {
      const hash = createHash('sha256').update('example key').digest('hex')
      const known = await store.accounts.read((accounts) => accounts.keyWithHash(hash))
      const page = await store.read(everything, ({ records }) => records.audit({ limit: 10, offset: 0 }))
      return { known, entries: page.items }
    }
    const [old, team, back] = await Promise.all((await stores()).map(look))
    expect(old?.known?.user.name).toBe('ann')
    expect(team).toEqual(old)
    expect(back).toEqual(old)
  })
  it('brings an old version of a pad back, and counts on', async () => {
    const contents: unknown[] = []
    for (const each of opened) {
      await each.call('undo-scratchpad', { id: padId, to_version: 3 })
      await each.call('append-scratchpad', { id: padId, content: '\n## After the move\n\nA zyxebb word.\n' })
      const { versions } = (await each.call('scratchpad-history', { id: padId })) as { versions: { version: number }[] }
      const found = await each.call('search-scratchpads', { query: 'zyxebb' })
      const { content } = (await each.call('get-scratchpad', { id: padId })) as { content: string }
      contents.push({
        content,
        versions: versions.map(({ version }) => version),
        found: JSON.stringify(found).includes(padId),
      })
    }
    expect(contents[0]).toMatchObject({ found: true })
    expect(contents[1]).toEqual(contents[0])
    expect(contents[2]).toEqual(contents[0])
  })

  const stores = async (): Promise<readonly Store[]> => {
    const all = [await openSqlite(fileIn('data')), await openIn(schemaFor('there'))(), await openSqlite(fileIn('back'))]
    toClose.push(...all)
    return all
  }
  const toClose: Store[] = []
  afterAll(async () => {
    for (const store of toClose) await store.close()
  })
})

describe('a move', () => {
  const run = (places: readonly string[], steps: number): Promise<string> =>
    new Promise((resolve) => {
      const args = ['test/contract/processes/migrate-on.ts', join(folder, 'data'), ...places]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.split('\n').length > steps) setTimeout(() => child.kill('SIGKILL'), Math.random() * 20)
      })
      child.on('close', () => resolve(said.trim().split('\n').at(-1) ?? ''))
    })

  /** Kills it at random moments until it is done all the same; how often it was killed. */
  const killUntilDone = async (places: readonly string[]): Promise<number> => {
    for (let kills = 0; ; kills++)
      if ((await run(places, kills < 6 ? 1 + Math.random() * 4 : Infinity)) === 'equal') return kills
  }

  it('goes on where it was killed, there and back', async () => {
    let kills = 0
    for (let round = 0; kills < 12; round++) {
      const schema = schemaFor(`killed_${round}`)
      kills += await killUntilDone([fileIn('data'), url, schema])
      kills += await killUntilDone([url, join(folder, `killed-${round}`), schema])
      expect(await answersIn(`killed-${round}`)).toEqual(await answersIn('data'))
    }
  })

  const answersIn = async (home: string): Promise<readonly string[]> => {
    const fixture = await openFiveKinds(folder, undefined, home)
    const answers: string[] = []
    for (const [name, input] of asked.slice(0, 15)) answers.push(await answerOf(fixture, name, input))
    await fixture.engine.close()
    return answers
  }

  /** A small store, and a move from it that stops after some steps. */
  const begun = async (name: string, steps: number) => {
    const store = await openSqlite(fileIn(name))
    const sources = [await store.addSource(sourceNamed('notes')), await store.addSource(sourceNamed('other'))]
    for (const { id } of sources) await store.apply(putting(id, [{ path: 'a.md', text: 'ebb and flood' }]))
    await store.close()
    const [from, to] = [await site(fileIn(name)), await site(url, schemaFor(name))]
    const stop = new AbortController()
    let left = steps
    const stopped = migrateStore({
      from,
      to,
      sharedBlobs: undefined,
      signal: stop.signal,
      progress: () => void (left-- <= 0 && stop.abort()),
    })
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    return { from, to, sources: sources.map(({ id }) => id) }
  }

  it('moves again what changed since it was stopped, and nothing else', async () => {
    const { from, to, sources } = await begun('changed', 2)
    const store = await openSqlite(fileIn('changed'))
    await store.apply(putting(sources[0] ?? (0 as SourceId), [{ path: 'b.md', text: 'a storm' }]))
    await store.removeSource(sources[1] ?? (0 as SourceId))
    await store.close()
    const moved = await migrate(from, to)
    expect(moved.isEqual).toBe(true)
    expect(moved.movedAgain).toContain('sources')
  })

  it('says that all is there when it is asked for again, and refuses once either side has changed', async () => {
    const { from, to } = await begun('again', 2)
    const back = await site(join(folder, 'again-back'))
    for (const [one, other] of [
      [from, to],
      [to, back],
    ] as const) {
      const { compared } = await migrate(one, other)
      expect(await migrate(one, other)).toMatchObject({ compared, isEqual: true, isResumed: true, movedAgain: [] })
    }
    const store = await openSqlite(fileIn('again'))
    await store.addSource(sourceNamed('later'))
    await store.close()
    for (const other of [to, back]) await expect(migrate(from, other)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('closes the new store to everybody until it is complete', async () => {
    const { to, from } = await begun('closed', 2)
    await expect(openIn(schemaFor('closed'))()).rejects.toMatchObject({ code: 'store-busy' })
    await migrate(from, to)
    await (await openIn(schemaFor('closed'))()).close()
  })

  it('says so, and opens nothing, where the new store was damaged', async () => {
    const { to, from } = await begun('damaged', 2)
    await ask(url, `UPDATE ${schemaFor('damaged')}.documents SET title = 'Another'`)
    const { isEqual: areEqual, compared } = await migrate(from, to)
    expect(areEqual).toBe(false)
    expect(compared.filter((each) => !isEqual(each)).map(({ what }) => what)).toEqual(['documents of notes/notes'])
    await expect(openIn(schemaFor('damaged'))()).rejects.toMatchObject({ code: 'store-busy' })
  })

  it.each([
    [
      'a store that has something',
      async () => {
        const store = await openPostgres({ url, schema: schemaFor('full') })
        await store.addSource(sourceNamed('here'))
        await store.close()
        return site(url, schemaFor('full'))
      },
    ],
    ['what another move has begun', async () => (await begun('first', 2)).to],
    [
      'a file that has something',
      async () => {
        const store = await openSqlite(fileIn('full'))
        await store.addSource(sourceNamed('here'))
        await store.close()
        return site(fileIn('full'))
      },
    ],
  ])('refuses %s', async (_says, open) => {
    await expect(migrate(await site(fileIn('data')), await open())).rejects.toMatchObject({ code: 'conflict' })
  })

  it('gives each source its own of what several share, also where the keeper left', async () => {
    const store = await openSqlite(fileIn('shared'))
    const [one, two] = [await store.addSource(sourceNamed('one')), await store.addSource(sourceNamed('two'))]
    await store.apply(
      putting(one.id, [
        { path: 'a.md', text: 'ebb and flood' },
        { path: 'b.md', text: 'a storm' },
      ]),
    )
    const page = await store.read(everything, ({ documents }) => documents.list({ sources: [one.id] }))
    const adopt = page.map(({ id, item, path, stamp, modifiedAt }) => ({ item, path, stamp, modifiedAt, from: id }))
    await store.apply({ ...putting(two.id, []), adopt })
    await store.apply({ ...putting(one.id, []), remove: ['a.md'] })
    await store.close()
    const schema = schemaFor('shared')
    const [there, back] = [
      await migrate(await site(fileIn('shared')), await site(url, schema)),
      await migrate(await site(url, schema), await site(join(folder, 'unshared'))),
    ]
    expect([there, back].flatMap(({ compared }) => compared.filter((each) => !isEqual(each)))).toEqual([])
    const counts = there.compared.filter(({ what }) => what.startsWith('documents')).map(({ to }) => to.count)
    expect(counts).toEqual([1, 2])
  })
})
