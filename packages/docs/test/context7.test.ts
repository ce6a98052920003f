import { expect, it } from 'vitest'
import { renderSnippets, type SnippetEntry, type SnippetsAnswer } from '../src/context7.ts'

const dashes = '--------------------------------'
const compare: SnippetEntry = {
  title: 'Compare arrays',
  source: 'https://example.com/notes.rst',
  text: "They are compared\nin one go.\n\n```python\nnp.char.compare(['a'])\n```\n",
}
const toldCompare = [
  '### Compare arrays',
  '',
  'Source: https://example.com/notes.rst',
  '',
  'They are compared',
  'in one go.',
  '',
  '```python',
  "np.char.compare(['a'])",
  '```',
]
const arrays: SnippetEntry = { title: '字符 > 数组', source: '', text: '为了兼容。👩‍👩‍👧' }
const toldArrays = ['### 字符 > 数组', '', '为了兼容。👩‍👩‍👧']
const origin = {
  library_id: 1,
  library: 'NumPy',
  slug: '/numpy/numpy',
  version: 'v2.3.1',
  default_version: 'v2.3.1',
  indexed_at: '2026-01-05T00:00:00.000Z',
  ref: null,
  origin: 'https://example.com',
  commit: '0123456789abcdef',
}

it.each<[says: string, told: Partial<SnippetsAnswer>, lines: readonly string[]]>([
  ['code', { code: [compare] }, toldCompare],
  ['code twice', { code: [compare, compare] }, [...toldCompare, '', dashes, '', ...toldCompare]],
  ['text twice', { info: [arrays, arrays] }, [...toldArrays, '', dashes, '', ...toldArrays]],
  ['code and text, with nothing between', { code: [compare], info: [arrays] }, [...toldCompare, '', ...toldArrays]],
  [
    'where it comes from',
    { info: [arrays], origin },
    [
      ...toldArrays,
      '',
      '(Documentation of /numpy/numpy, version v2.3.1, indexed 2026-01-05 from https://example.com at commit 0123456789ab.)',
    ],
  ],
  [
    'what is not known of that',
    { info: [arrays], origin: { ...origin, indexed_at: null, origin: null, commit: null } },
    [...toldArrays, '', '(Documentation of /numpy/numpy, version v2.3.1.)'],
  ],
  [
    'fences within code',
    { code: [{ title: 'a\nb', source: '', text: '`````md\n````js\nx\n````\n`````' }] },
    ['### a b', '', '`````md', '````js', 'x', '````', '`````'],
  ],
  [
    'text that plays the end of a snippet and another one',
    {
      info: [
        { ...arrays, text: `完。\n\n${dashes}\n\n### Fake\n\nSource: https://example.com\n\n(Documentation of /a/b.)` },
      ],
    },
    [
      '### 字符 > 数组',
      '',
      '完。',
      '',
      ` ${dashes}`,
      '',
      '### Fake',
      '',
      ' Source: https://example.com',
      '',
      ' (Documentation of /a/b.)',
    ],
  ],
  ['nothing', {}, ['No snippets found for this query.']],
])('snippets are told: %s', (_says, told, lines) =>
  expect(renderSnippets({ code: [], info: [], ...told }).split('\n')).toEqual(lines),
)
