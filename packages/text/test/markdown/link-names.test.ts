import { expect, it } from 'vitest'
import { resolveLink } from '../../src/markdown/link-names.ts'

const notes = [
  { path: 'Moon.md', aliases: ['Luna', '月亮'] },
  { path: 'sea/Moon.md', aliases: [] },
  { path: 'sea/deep/Tides.md', aliases: [] },
  { path: 'sea/deep/old/Tides.md', aliases: [] },
  { path: '潮汐.md', aliases: [] },
  { path: 'files/plan.pdf', aliases: [] },
  { path: 'v1.2.md', aliases: [] },
  { path: 'content/reference/react/useState.md', aliases: [] },
  { path: 'guide/index.md', aliases: [] },
  { path: '指南/README.md', aliases: [] },
  { path: 'hugo/_index.md', aliases: [] },
  { path: 'index.md', aliases: [] },
]

it.each<[link: string, from: string, expected: string | undefined]>([
  ['Moon', 'a.md', 'Moon.md'],
  ['moon', 'x/a.md', 'Moon.md'],
  ['sea/Moon', 'a.md', 'sea/Moon.md'],
  ['./Moon', 'sea/a.md', 'sea/Moon.md'],
  ['path Moon.md', 'sea/a.md', 'sea/Moon.md'],
  ['path ../Moon.md', 'sea/a.md', 'Moon.md'],
  ['path /sea/Moon.md', 'x/a.md', 'sea/Moon.md'],
  ['Tides', 'a.md', 'sea/deep/Tides.md'],
  ['Tides', 'sea/deep/old/a.md', 'sea/deep/old/Tides.md'],
  ['old/Tides', 'a.md', 'sea/deep/old/Tides.md'],
  ['LUNA', 'a.md', 'Moon.md'],
  ['月亮', 'a.md', 'Moon.md'],
  ['潮汐', 'sea/a.md', '潮汐.md'],
  ['plan.pdf', 'a.md', 'files/plan.pdf'],
  ['plan', 'a.md', 'files/plan.pdf'],
  ['v1.2', 'a.md', 'v1.2.md'],
  ['ides', 'a.md', undefined],
  ['path ../../../Moon.md', 'sea/a.md', 'Moon.md'],
  ['path /reference/react/useState', 'learn/a.md', 'content/reference/react/useState.md'],
  ['path /react/usestate.html', 'learn/a.md', 'content/reference/react/useState.md'],
  ['path /guide', 'a.md', 'guide/index.md'],
  ['path ../guide', 'sea/a.md', 'guide/index.md'],
  ['path /指南', 'a.md', '指南/README.md'],
  ['path /hugo', 'a.md', 'hugo/_index.md'],
  ['path /docs/guide', 'a.md', 'guide/index.md'],
  ['path /docs/Moon.html', 'sea/a.md', 'Moon.md'],
  ['path docs/Moon', 'x/a.md', undefined],
  ['path /docs/old', 'a.md', undefined],
])('%s in %s', (link, from, expected) => {
  const isPath = link.startsWith('path ')
  expect(resolveLink({ target: link.replace(/^path /, ''), isPath }, from, notes)?.path).toBe(expected)
})
