import { expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { askAcross } from '../src/across.ts'
import type { AskedProjects } from '../src/code-project.ts'

interface Answer {
  readonly projectPath: string
  readonly match: 'exact' | 'fuzzy'
  readonly total: number
  readonly isBounded: boolean
  readonly symbols: readonly string[]
  readonly notes?: readonly string[]
}

const answers: Readonly<Record<string, Answer | WukuError>> = {
  'code/sea': {
    projectPath: '/sea',
    match: 'exact',
    total: 2,
    isBounded: false,
    symbols: ['ebb', 'flow'],
    notes: ['cut'],
  },
  'code/sky': { projectPath: '/sky', match: 'exact', total: 1, isBounded: true, symbols: ['moon'] },
  'code/ice': { projectPath: '/ice', match: 'exact', total: 0, isBounded: false, symbols: [] },
  'code/fog': { projectPath: '/fog', match: 'fuzzy', total: 9, isBounded: false, symbols: ['moan'] },
  'code/sun': new WukuError('not-found', 'No symbol here is called so.', 'Search.'),
}

const across = (names: readonly string[], most = 10): Promise<Answer> => {
  const [first = 'sea', ...others] = names
  return askAcross<Answer>(
    {
      projects: [first, ...others].map((name) => ({ source: { name } })) as unknown as AskedProjects['projects'],
      ...(names.length > 0 && { outside: 'All were asked.' }),
    },
    {
      ask: async ({ source }) => {
        const answer = answers[`code/${source.name}`]
        if (!answer || answer instanceof WukuError) throw answer ?? new TypeError('fault')
        return answer
      },
      keep: (all) => (all.some(({ match }) => match === 'exact') ? all.filter(({ match }) => match === 'exact') : all),
      lists: ['symbols'],
      most,
      budget: 2_000,
    },
  )
}

const outside = 'All were asked.'
const seaAndSky = {
  outside,
  projectPath: '/sea, /sky',
  match: 'exact',
  total: 3,
  isBounded: true,
  symbols: ['ebb', 'moon', 'flow'],
  notes: ['cut'],
}

it.each([
  ['a call that is about one repository is answered as ever', [], 10, answers['code/sea']],
  ['results of several take turns, and counts are of all that answer', ['sea', 'ice', 'sky'], 10, seaAndSky],
  ['no more are shown than were asked for', ['sea', 'sky'], 2, { ...seaAndSky, symbols: ['ebb', 'moon'] }],
  ['a repository without the name is passed over', ['sun', 'sea'], 10, { outside, ...answers['code/sea'] }],
  ['what resembles it gives way to what is it', ['fog', 'sky'], 10, { outside, ...answers['code/sky'] }],
  ['of empty answers the first is given', ['ice'], 10, { outside, ...answers['code/ice'] }],
] as const)('%s', async (_, names, most, expected) => expect(await across(names, most)).toEqual(expected))

it('what no repository has is refused as by one', () =>
  expect(across(['sun', 'sun'])).rejects.toMatchObject({ code: 'not-found' }))
it('a fault of one is a fault', () => expect(across(['sea', 'nothing'])).rejects.toThrow('fault'))
