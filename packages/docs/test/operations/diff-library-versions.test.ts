import { expect, it } from 'vitest'
import { openHouse, type DocsHouse } from '../docs-house.ts'

const page = (text: string): string => `# Refs\n\n## Making\n\n${text}\n`

async function opened(): Promise<DocsHouse> {
  const house = openHouse()
  await house.add('tides', '18.0.0', {
    'refs.md': page('A ref is made with createRef.'),
    'old.md': '# Old\n\nA ref of old.',
    'same.md': '# Same\n\nThe ebb 潮汐.',
  })
  await house.add('tides', '19.0.0', {
    'refs.md': page('A ref is made with useRef.'),
    'new.md': '# New\n\nA ref as a prop.',
    'same.md': '# Same\n\nThe ebb 潮汐.',
  })
  return house
}

interface Diff {
  readonly changes: readonly { readonly kind: string; readonly path: readonly string[]; readonly diff: string }[]
  readonly counts: object
  readonly left_out: number
}
const told = ({ changes }: Diff) => changes.map(({ kind, path }) => `${kind} ${path.join(' > ')}`).toSorted()

it.each<[given: object, changes: readonly string[], counts: object]>([
  [{}, ['added New', 'changed Refs > Making', 'removed Old'], { added: 1, removed: 1, changed: 1, same: 1 }],
  [
    { query: 'ref' },
    ['added New', 'changed Refs > Making', 'removed Old'],
    { added: 1, removed: 1, changed: 1, same: 0 },
  ],
  [{ query: '潮汐' }, [], { added: 0, removed: 0, changed: 0, same: 1 }],
  [{ query: 'volcano' }, [], { added: 0, removed: 0, changed: 0, same: 0 }],
])('%j', async (given, changes, counts) => {
  const answer = await (await opened()).call<Diff>('diff-library-versions', { library: 'tides', from: '18', ...given })
  expect([told(answer), answer]).toMatchObject([
    changes,
    { counts, from: { version: '18.0.0' }, to: { version: '19.0.0' } },
  ])
})

it('shows lines, within a budget that is at least one change', async () => {
  const answer = await (
    await opened()
  ).call<Diff>('diff-library-versions', {
    library: 'tides',
    from: '18.0.0',
    to: '19.0.0',
    query: 'createRef',
    budget: 100,
  })
  expect(answer.changes.length).toBeGreaterThan(0)
  expect(answer.changes.length + answer.left_out).toBe(3)
  const whole = await (await opened()).call<Diff>('diff-library-versions', { library: 'tides', from: '18.0.0' })
  const refs = whole.changes.find(({ path }) => path[0] === 'Refs')?.diff.split('\n')
  expect(refs).toEqual(expect.arrayContaining(['-A ref is made with createRef.', '+A ref is made with useRef.']))
})

it.each<[given: object, code: string]>([
  [{ from: '19.0.0' }, 'bad-input'],
  [{ from: '17.0.0' }, 'not-found'],
  [{ library: 'currents', from: '1' }, 'not-found'],
])('%j is refused', async (given, code) =>
  expect((await (await opened()).refusal('diff-library-versions', { library: 'tides', ...given })).code).toBe(code),
)
