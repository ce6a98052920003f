import { expect, it } from 'vitest'
import { renderLibraries, type LibraryCard } from '../../src/operations/resolve-library-id.ts'

const numpy: LibraryCard = {
  title: 'NumPy',
  id: '/numpy/numpy',
  description: 'The package for arrays.',
  snippets: 3593,
  reputation: 'High',
  benchmark: 84.1,
  versions: ['v2.3.1', 'v2.1.3'],
  source: 'https://numpy.org',
}
const bare: LibraryCard = {
  title: '组件库',
  id: '/docs/组件库',
  description: '第一行\r\n第二行',
  snippets: 0,
  versions: [],
}
const toldNumpy = [
  '- Title: NumPy',
  '- Context7-compatible library ID: /numpy/numpy',
  '- Description: The package for arrays.',
  '- Code Snippets: 3593',
  '- Source Reputation: High',
  '- Benchmark Score: 84.1',
  '- Versions: v2.3.1, v2.1.3',
  '- Source: https://numpy.org',
]
const toldBare = [
  '- Title: 组件库',
  '- Context7-compatible library ID: /docs/组件库',
  '- Description: 第一行 第二行',
  '- Code Snippets: 0',
  '- Source Reputation: Unknown',
]

const rows: readonly [
  says: string,
  libraries: readonly LibraryCard[],
  note: string | undefined,
  told: readonly string[],
][] = [
  ['all that is known', [numpy], undefined, ['Available Libraries:', '', ...toldNumpy]],
  ['only what is known', [bare], undefined, ['Available Libraries:', '', ...toldBare]],
  ['several', [bare, numpy], undefined, ['Available Libraries:', '', ...toldBare, '----------', ...toldNumpy]],
  ['a note first', [bare], 'One is hidden.', ['One is hidden.', '', 'Available Libraries:', '', ...toldBare]],
  ['none', [], undefined, ['No libraries found matching the provided name.']],
  [
    'an empty description',
    [{ ...bare, description: '' }],
    undefined,
    ['Available Libraries:', '', ...toldBare.with(2, '- Description:')],
  ],
]
it.each(rows)('libraries are told: %s', (_says, libraries, note, told) =>
  expect(renderLibraries(libraries, note).split('\n')).toEqual(told),
)
