import { describe, expect, it } from 'vitest'
import type { Block } from '@wuku/kernel/base/operation'
import { docs } from '../../src/index.ts'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import { openHouse, type Answer, type DocsHouse } from '../docs-house.ts'
import { pages } from '../origins.ts'

const react = {
  'effect.md': '# Effects\n\nRuns after a render.\n\n```tsx\nuseEffect(() => clean)\n```\n',
  'why.md': '# Why\n\nEffects keep things in step with what lies outside.\n',
}

async function opened(): Promise<DocsHouse> {
  const house = openHouse()
  house.origins.at('https://github.com/facebook/react', {
    look: { name: 'React', slug: '/facebook/react', description: 'A library\nfor interfaces' },
    steps: pages(react),
    facts: { commit: '0123456789abcdef', ref: 'v19.0.1', url: 'https://github.com/facebook/react/tree/v19.0.1' },
  })
  await house.call('import-docs', { url: 'https://github.com/facebook/react/tree/v19.0.1' })
  await house.add('react-router', '7.0.0', { 'a.md': '# Routes\n\nEffects of a route.' })
  return house
}

async function told(house: DocsHouse, name: string, given: Answer): Promise<string> {
  const operation = (await docs.operations()).find((each) => each.name === name)
  const input = operation && acceptArguments(operation, given)
  const blocks: readonly Block[] = operation?.render(await house.call(name, given), input) ?? []
  return blocks.map(({ text }) => text).join('\n')
}

describe('resolve-library-id', () => {
  it('tells libraries as its readers know them', async () =>
    expect(await told(await opened(), 'resolve-library-id', { libraryName: 'react', query: 'effects' })).toBe(
      [
        'Available Libraries:\n',
        '- Title: React\n- Context7-compatible library ID: /facebook/react\n- Description: A library for interfaces',
        '- Code Snippets: 1\n- Source Reputation: Unknown\n- Versions: v19.0.1\n- Source: https://github.com/facebook/react',
        '----------',
        '- Title: react-router\n- Context7-compatible library ID: /docs/react-router\n- Description:\n- Code Snippets: 0',
        '- Source Reputation: Unknown\n- Versions: 7.0.0',
      ].join('\n'),
    ))

  it.each<[given: Answer, ids: readonly string[]]>([
    [{ library_name: 'recat' }, ['/facebook/react']],
    [{ name: '/facebook/react', userQuery: 'x' }, ['/facebook/react']],
    [{ libraryName: '没有' }, []],
  ])('%j', async (given, ids) => {
    const { libraries } = await (await opened()).call<{ libraries: { id: string }[] }>('resolve-library-id', given)
    expect(libraries.map(({ id }) => id)).toEqual(ids)
  })

  it('puts the one first that says more about the question, of those that are called alike', async () => {
    const house = openHouse()
    for (const [slug, text] of [
      ['/a/tides', 'Nothing here.'],
      ['/b/tides', 'The ebb and the ebb.'],
    ]) {
      await house.call('create-library', { name: `tides ${slug}`, slug })
      await house.add(slug ?? '', '1', { 'a.md': `# A\n\n${text}` })
    }
    const { libraries } = await house.call<{ libraries: { id: string }[] }>('resolve-library-id', {
      libraryName: 'tides',
      query: 'ebb',
    })
    expect(libraries.map(({ id }) => id)).toEqual(['/b/tides', '/a/tides'])
  })
})

describe('query-docs', () => {
  it('tells what is written, each with where it stands, and then where all of it is from', async () => {
    const text = await told(await opened(), 'query-docs', { libraryId: '/facebook/react', query: 'effects' })
    const parts = [
      'Strong: 2 snippets for "effects":',
      '### Effects\n\nSource: effect.md#effects',
      'useEffect(() => clean)',
      '### Why\n\nSource: why.md#why\n\nEffects keep things in step with what lies outside.',
      '(Documentation of /facebook/react, version v19.0.1, indexed 2026-01-31 from ' +
        'https://github.com/facebook/react/tree/v19.0.1 at commit 0123456789ab.)',
    ]
    const places = parts.map((part) => text.indexOf(part))
    expect([places[0], places]).toEqual([0, places.toSorted((a, b) => a - b)])
  })

  it.each<Answer>([
    { context7CompatibleLibraryID: '/facebook/react', topic: 'effects' },
    { libraryID: '/facebook/react/v19.0.1', userQuery: 'effects' },
    { libraryName: 'react@19', question: 'effects', tokens: 2_000 },
  ])('takes %j', async (given) => {
    interface Queried {
      readonly code: readonly { readonly title: string }[]
      readonly info: readonly { readonly title: string }[]
      readonly versions: readonly object[]
    }
    const { code, info, versions } = await (await opened()).call<Queried>('query-docs', given)
    expect([[...code, ...info].map(({ title }) => title), versions]).toMatchObject([
      ['Effects', 'Why'],
      [{ version: 'v19.0.1' }],
    ])
  })

  it.each<[libraryId: string, code: string, said: string]>([
    ['/facebook/recat', 'not-found', 'recat'],
    ['/facebook/react/v18.0.0', 'not-found', 'v19.0.1'],
  ])('%s is refused', async (libraryId, code, said) => {
    const error = await (await opened()).refusal('query-docs', { libraryId, query: 'effects' })
    expect([error.code, `${error.message} ${error.remedy}`]).toEqual([code, expect.stringContaining(said)])
  })

  it('says that there is nothing', async () =>
    expect(await told(await opened(), 'query-docs', { libraryId: '/facebook/react', query: 'volcano' })).toMatch(
      /^No snippets found/,
    ))
})

describe('search-libraries', () => {
  it.each<[libraryName: string, found: readonly (readonly [string, number])[]]>([
    [
      'React',
      [
        ['React', 1],
        ['react-router', 0.9],
      ],
    ],
    ['router', [['react-router', 0.8]]],
    ['react@18', [['React', 1]]],
    ['/facebook/react', [['React', 1]]],
    ['2', [['react-router', 1]]],
  ])('%s', async (libraryName, found) => {
    const { libraries } = await (
      await opened()
    ).call<{ libraries: { name: string; score: number }[] }>('search-libraries', { libraryName })
    expect(libraries.map(({ name, score }) => [name, score])).toEqual(found)
  })

  it('says what is here when nothing is called so', async () => {
    const { notes } = await (await opened()).call<{ notes: string[] }>('search-libraries', { libraryName: '没有' })
    expect(notes).toEqual([expect.stringContaining('React, react-router')])
    expect((await openHouse().call<{ notes: string[] }>('search-libraries', { libraryName: 'x' })).notes).toEqual([
      expect.stringContaining('wuku docs import'),
    ])
  })
})
