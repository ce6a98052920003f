import { describe, expect, it } from 'vitest'
import { excused, pairs } from '../../../../bench/moment/planted.ts'
import type { DraftBlock, DraftMessage } from '../../src/conversation.ts'
import { mineRuns } from '../../src/outcomes/mine-runs.ts'

interface Step {
  readonly command?: string
  readonly output?: string
  readonly exit?: number
  readonly edits?: string
  readonly at?: number
}

const blocks = ({ command, output = 'done', exit = 0, edits }: Step, nth: number): readonly DraftBlock[] => {
  if (edits !== undefined)
    return [{ kind: 'call', tool: 'Edit', args: {}, call: `c${nth}`, files: [{ path: edits, isEdited: true }] }]
  const text = exit === 0 ? output : `Exit code ${exit}\n${output}`
  const failed = exit === 0 ? {} : ({ isError: true } as const)
  return [
    { kind: 'call', tool: 'Bash', args: { command: command ?? '' }, call: `c${nth}` },
    { kind: 'result', call: `c${nth}`, tool: 'Bash', text, ...failed },
  ]
}

const mine = (...steps: readonly Step[]) =>
  mineRuns(
    steps.map((step, nth): DraftMessage => ({
      id: `m${nth}`,
      role: 'assistant',
      at: (step.at ?? nth) * 60_000,
      pieces: blocks(step, nth),
    })),
    '/shop',
  )

const failed = { command: 'npm test', exit: 1, output: 'npm error Missing script: "test"' }
const worked = { command: 'npm run test:quick' }
const fixOf = (...steps: readonly Step[]): string | undefined => mine(...steps).failures?.[0]?.fix?.command

describe('a failure', () => {
  it('is kept with what it printed, where and when, and with what worked', () =>
    expect(mine(failed, worked)).toEqual({
      failures: [
        {
          signature: 'npm test',
          count: 1,
          exitCode: 1,
          at: 0,
          message: 'm0',
          line: 'npm error Missing script: "test"',
          fix: { command: 'npm run test:quick', message: 'm1' },
        },
      ],
      worked: [expect.stringMatching(/^\w+:1$/), expect.stringMatching(/^\w+:1$/)],
    }))
  it.each(pairs)('of $failed has $worked', ({ failed: command, worked: other, ...ended }) =>
    expect(fixOf({ command, ...ended }, { command: other })).toBe(other),
  )
  it('counts every time', () => expect(mine(failed, failed, worked).failures).toMatchObject([{ count: 2, at: 60_000 }]))
  it('in another folder keeps the folder', () =>
    expect(mine({ ...failed, command: 'cd web && npm test' }).failures).toMatchObject([{ folder: '/shop/web' }]))
  it('of which the program is missing is one of the program', () =>
    expect(mine({ command: 'python a.py', exit: 127, output: 'python: not found' }).failures).toMatchObject([
      { signature: 'python', isMissing: true },
    ]))
  it('has no secret', () =>
    expect(
      JSON.stringify(mine({ ...failed, output: 'Error: bad token ghp_0123456789abcdefABCDEF0123456789abcd' })),
    ).not.toContain('ghp_0123456789'))
  it('is kept twelve times of a part', () => {
    const many = Array.from({ length: 40 }, (_, nth) => ({ ...failed, command: `npm run test:${nth}` }))
    expect(mine(...many).failures).toHaveLength(12)
    expect(mine(...many.map(({ command }) => ({ command }))).worked).toHaveLength(40)
  })
})

describe('what worked later is no solution', () => {
  it.each<[says: string, steps: readonly Step[]]>([
    ['after an edit', [failed, { edits: '/shop/a.ts' }, worked]],
    ['after packages were installed', [failed, { command: 'npm install' }, worked]],
    ['after half an hour', [failed, { ...worked, at: 40 }]],
    ['for another purpose', [failed, { command: 'npm run build' }]],
    [
      'when it goes round a check',
      [{ ...failed, command: 'git commit -m x' }, { command: 'git commit --no-verify -m x' }],
    ],
    ['when it hides failures', [failed, { command: 'npm run test:quick || true' }]],
    ['when it needs a secret', [failed, { command: 'npm run test:q -- ghp_0123456789abcdefABCDEF0123456789abcd' }]],
    ['when the tests were red', [{ ...failed, output: '3 failed, 12 passed' }, worked]],
  ])('%s', (_says, steps) => expect(fixOf(...steps)).toBeUndefined())
  it('and no failure, when the same command worked', () =>
    expect(mine(failed, worked, { command: 'npm test' }).failures).toBeUndefined())
  it.each(excused.filter(({ because }) => because === 'transient'))(
    'and no failure: $output',
    ({ failed: command, worked: other, output, exit }) =>
      expect(mine({ command, output, exit }, { command: other }).failures).toBeUndefined(),
  )
})
