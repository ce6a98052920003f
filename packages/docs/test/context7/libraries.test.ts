import { expect, it } from 'vitest'
import { renderLibraries } from '../../src/operations/resolve-library-id.ts'

const numpy = {
  title: 'NumPy',
  id: '/numpy/numpy',
  description: 'The package for arrays.',
  snippets: 3593,
  versions: ['v2.3.1', 'v2.1.3'],
  source: 'https://numpy.org',
}
const bare = {
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
  '- Source Reputation: Unknown',
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

it.each<[says: string, libraries: Parameters<typeof renderLibraries>[0], told: readonly string[]]>([
  ['all that is known', [numpy], ['Available Libraries:', '', ...toldNumpy]],
  ['only what is known', [bare], ['Available Libraries:', '', ...toldBare]],
  ['several', [bare, numpy], ['Available Libraries:', '', ...toldBare, '----------', ...toldNumpy]],
  ['none', [], ['No libraries found matching the provided name.']],
  [
    'an empty description',
    [{ ...bare, description: '' }],
    ['Available Libraries:', '', ...toldBare.with(2, '- Description:')],
  ],
])('libraries are told: %s', (_says, libraries, told) => expect(renderLibraries(libraries).split('\n')).toEqual(told))
