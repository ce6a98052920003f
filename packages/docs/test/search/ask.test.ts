import { describe, expect, it } from 'vitest'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { openHouse, type DocsHouse, type HouseOptions } from '../docs-house.ts'

interface Answered {
  readonly documents: readonly {
    readonly title: string
    readonly content?: string
    readonly code: string
    readonly mode: string
    readonly library: string
    readonly citation: string
    readonly relevance: number
    readonly cut?: boolean
  }[]
  readonly has_more: boolean
  readonly left_out: number
  readonly cached: boolean
  readonly notes: readonly string[]
}

const ask = (house: DocsHouse, topic: string, more: object = {}) =>
  house.call<Answered>('get-library-docs', { library_id: 'tides', topic, ...more })

const section = (title: string, text: string): string => `# ${title}\n\n${text}\n`
const code = (title: string, call: string): string => `# ${title}\n\n\`\`\`ts\n${call}\n\`\`\`\n`

async function opened(files: Readonly<Record<string, string>>, options: HouseOptions = {}): Promise<DocsHouse> {
  const house = openHouse(options)
  await house.add('tides', '1', files)
  return house
}

const shore = {
  'ebb.md': section('Ebb', 'Water goes out at the ebb.'),
  'flood.md': section('Flood', 'Water comes in at the flood.'),
  'both.md': section('Both', 'The ebb follows the flood.'),
  'calls.md': code('Calls', 'moon.pull(sea)'),
  '潮汐.md': section('潮汐', '月亮引起潮汐。'),
}

describe('a topic', () => {
  it.each<[topic: string, titles: readonly string[]]>([
    ['ebb', ['Ebb', 'Both']],
    ['moon pull', ['Calls']],
    ['月亮', ['潮汐']],
    ['nothing of that kind', []],
    ['🌊', []],
  ])('%s', async (topic, titles) =>
    expect((await ask(await opened(shore), topic)).documents.map(({ title }) => title)).toEqual(titles),
  )

  it('of several: what belongs to more than one stands first', async () => {
    const { documents } = await ask(await opened(shore), 'ebb, flood')
    expect(documents.map(({ title }) => title)[0]).toBe('Both')
    expect(new Set(documents.map(({ citation }) => citation)).size).toBe(3)
  })

  it('that nothing is about is said', async () => {
    const { notes, has_more } = await ask(await opened(shore), 'volcano')
    expect([notes, has_more]).toEqual([[expect.stringContaining('tides 1')], false])
  })
})

describe('a mode', () => {
  const files = {
    ...shore,
    'mixed.md': `# Mixed\n\n${'The moon pulls the sea, and this is how it is told to do so, at length and with patience. '.repeat(6)}\n\n\`\`\`ts\nmoon.pull(lake)\n\`\`\`\n`,
  }
  it.each<[mode: string, topic: string, modes: readonly string[], isOther: boolean]>([
    ['code', 'moon pull', ['code', 'mixed'], false],
    ['info', 'moon', ['mixed', 'info'], false],
    ['info', 'ebb', ['info'], false],
    ['code', 'ebb', ['info'], true],
    ['info', 'pull(sea)', ['code', 'mixed'], false],
  ])('%s of %s', async (mode, topic, modes, isOther) => {
    const { documents, notes } = await ask(await opened(files), topic, { mode })
    for (const each of documents) expect(modes).toContain(each.mode)
    expect([documents.length > 0, notes.some((note) => note.includes('other mode'))]).toEqual([true, isOther])
    for (const each of documents)
      if (mode === 'code' && each.code !== '') expect(each.content ?? '').not.toContain('```')
  })
})

describe('pages', () => {
  const paragraph = (at: number, part: number): string => `The tide of ${at} and ${part} comes and goes over the sand. `
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `${at}.md`,
      Array.from({ length: 1 + (at % 5) }, (__, part) => `## Part ${part}\n\n${paragraph(at, part).repeat(25)}\n`).join(
        '\n',
      ),
    ]),
  )

  it('never overlap, and are all there is', async () => {
    const house = await opened(many)
    const seen: string[] = []
    for (let page = 1, hasMore = true; hasMore; page++) {
      const answer = await ask(house, 'tide', { page, budget: 100_000 })
      seen.push(...answer.documents.map(({ citation }) => citation))
      hasMore = answer.has_more
      expect([answer.cached, answer.documents.length > 0]).toEqual([page > 1, true])
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(await house.call('show-library', { library: 'tides' })).toMatchObject({
      documents: 12,
      snippets: seen.length,
    })
    expect(seen.length).toBeGreaterThan(20)
  })

  it('are of several documents, as long as there are others', async () => {
    const { documents } = await ask(await opened(many), 'tide', { budget: 100_000 })
    const byPage = Map.groupBy(documents, ({ citation }) => citation.replace(/#.*/, ''))
    expect([documents.length, Math.max(...[...byPage.values()].map(({ length }) => length))]).toEqual([
      10,
      expect.toSatisfy((most: number) => most <= 3),
    ])
  })

  it('of all libraries are of several, though one has most to say', async () => {
    const house = await opened(many)
    for (const name of ['lakes', '河流'])
      await house.add(name, '1', { 'a.md': section('A', `A tide is rare in ${name}.`) })
    const { documents } = await ask(house, 'tide', { library_id: 0, budget: 100_000 })
    expect(new Set(documents.map(({ library }) => library))).toEqual(new Set(['tides', 'lakes', '河流']))
  })

  it('beyond the last are empty', async () =>
    expect(await ask(await opened(shore), 'ebb', { page: 10 })).toMatchObject({ documents: [], has_more: false }))
})

describe('a budget', () => {
  const long = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      `${at}.md`,
      `# Tide ${at}\n\nThe tide is "told" of here.\n\n\`\`\`ts\n${Array.from({ length: 40 }, (__, line) => `moon.pull(${at}, ${line}) // 潮汐`).join('\n')}\n\`\`\`\n\n${'The tide comes and goes, and comes.\n'.repeat(30)}`,
    ]),
  )
  it.each([500, 1_000, 3_000, 10_000])('of %i tokens is kept, and what is left out is said', async (budget) => {
    const answer = await ask(await opened(long), 'tide', { budget })
    expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(budget)
    expect(answer.documents.length + answer.left_out).toBe(10)
    expect(answer.documents.some(({ cut }) => cut) || answer.left_out > 0).toBe(budget < 9_000)
  })

  it('leaves no fence open', async () => {
    const { documents } = await ask(await opened(long), 'tide', { budget: 1_500 })
    for (const { code: shown, content = '' } of documents)
      expect((`${shown}\n${content}`.match(/^```/gm) ?? []).length % 2).toBe(0)
  })
})

describe('an answer that was given before', () => {
  it.each<[says: string, topic: string, more?: object]>([
    ['the same', 'ebb, flood'],
    ['in other letters', 'EBB,  Flood'],
    ['with another budget', 'ebb, flood', { budget: 500 }],
    ['on another page', 'ebb, flood', { page: 2 }],
  ])('is given again: %s', async (_, topic, more) => {
    const house = await opened(shore)
    expect((await ask(house, 'ebb, flood')).cached).toBe(false)
    expect((await ask(house, topic, more)).cached).toBe(true)
  })

  it('an answer from the cache equals the first one', async () => {
    const house = await opened(shore)
    const first = await ask(house, 'ebb')
    expect(await ask(house, 'ebb')).toEqual({ ...first, cached: true })
  })

  it.each<[says: string, change: (house: DocsHouse) => Promise<unknown>, more?: object]>([
    ['another mode', async () => {}, { mode: 'info' }],
    ['another topic', async () => {}, { topic: 'flood' }],
    ['all libraries', (house) => house.add('lakes', '1', { 'a.md': '# A\n\nB.' }), { library_id: 0 }],
    ['another version', (house) => house.add('tides', '2', shore), { version: '2' }],
    ['the new default version', (house) => house.add('tides', '2', shore)],
    ['after a rebuild', (house) => house.call('refresh-library', { library: 'tides', rebuild: true })],
    [
      'after a document came in',
      (house) => {
        house.clock.forward(1)
        return house.add('tides', '1', { 'new.md': '# New\n\nAnother ebb.' })
      },
    ],
    [
      'after a document went',
      (house) => {
        house.clock.forward(1)
        return house.call('delete-document', { library: 'tides', path: 'ebb.md', yes: true })
      },
    ],
    ['after its time', async (house) => house.clock.forward(60_000)],
  ])('is not given for %s', async (_, change, more = {}) => {
    const house = await opened(shore)
    await ask(house, 'ebb')
    await change(house)
    expect((await ask(house, 'ebb', more)).cached).toBe(false)
  })

  it('is never given where that is not wanted', async () => {
    const house = await opened(shore, { docs: { cacheSeconds: 0 } })
    await ask(house, 'ebb')
    expect((await ask(house, 'ebb')).cached).toBe(false)
  })
})

describe('popularity', () => {
  const twins = {
    'a.md': section('Tide', 'A tide, one.'),
    'b.md': section('Tide', 'A tide, two.'),
    'c.md': section('Tide', 'A tide, a tide, three tides.'),
  }
  const citations = async (house: DocsHouse) =>
    (await ask(house, 'tide')).documents.map(({ citation }) => citation.replace(/^.*\/|#.*$/g, ''))

  it.each([false, true])('decides ties and nothing else, where it is wanted: %s', async (popularity) => {
    const house = await opened(twins, { docs: { popularity } })
    const before = await citations(house)
    for (let time = 0; time < 5; time++) await ask(house, 'two')
    await house.clock.strike()
    const after = await citations(house)
    const [best, first, second] = before
    expect(best).toBe('c.md')
    expect(after).toEqual(popularity ? [best, ...[first, second].toSorted((a) => (a === 'b.md' ? -1 : 1))] : before)
  })
})
