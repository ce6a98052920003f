import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { noteEvent, noteProblem, openJournal } from '../src/journal.ts'
import { scratchFolder } from '../../../test/scratch.ts'

let home: string
beforeEach(() => {
  home = scratchFolder()
})

const answer = {
  at: 1_000_000,
  client: 'codex',
  event: 'PreToolUse',
  moment: 'before-command',
  session: 's',
  call: 'c1',
  project: '/shop',
  text: 'no',
  refused: true,
  reason: 'why',
  items: ['f1'],
  citation: null,
  tokens: 1,
  milliseconds: 2,
} as const
const journal = (actor = 'local') => openJournal(home, actor)

describe('the journal', () => {
  it('has every answer, for its own user alone', () => {
    expect(journal().add(answer)).toBe(true)
    expect(journal().answers).toMatchObject([{ ...answer, actor: 'local', id: expect.stringMatching(/^[0-9a-f]{8}$/) }])
    expect(journal('ann').answers).toEqual([])
  })
  it.each<[says: string, isAnswered: boolean, more: object]>([
    ['the same call from another program', false, { client: 'cursor', event: 'preToolUse', text: 'another' }],
    ['another call', true, { call: 'c2' }],
    ['another session', true, { session: 't' }],
    ['the same words at once, without a call', false, { call: undefined, at: answer.at + 500 }],
    ['the same words later, without a call', true, { call: undefined, at: answer.at + 60_000 }],
  ])('of %s answers: %s', (_says, isAnswered, more) => {
    journal().add(answer)
    expect(journal().add({ ...answer, ...more } as never)).toBe(isAnswered)
  })
  it('of two hooks at once answers one', () => {
    const both = [journal(), journal()]
    expect(both.map((each) => each.add(answer))).toEqual([true, false])
  })
  it('stays short, loses no wish and has the last answers', () => {
    journal().silence('f7')
    journal().turn('/quiet', true)
    for (let nth = 0; nth < 120; nth++) journal().add({ ...answer, call: `n${nth}`, text: 'x'.repeat(10_000) })
    const bytes = readdirSync(home).reduce((sum, name) => sum + statSync(join(home, name)).size, 0)
    expect(bytes).toBeLessThan(800_000)
    expect(journal().answers.at(-1)?.call).toBe('n119')
    expect(journal().silenced).toEqual(new Set(['f7']))
    expect(journal().isOff('/quiet')).toBe(true)
  })
  it('turns off and on, in one project and everywhere', () => {
    journal().turn('/shop', true)
    expect([journal().isOff('/shop'), journal().isOff('/other'), journal('ann').isOff('/shop')]).toEqual([
      true,
      false,
      false,
    ])
    journal().turn('*', true)
    journal().turn('/shop', false)
    expect([journal().isOff('/shop'), journal().isOff('/other')]).toEqual([false, true])
  })
  it('passes over lines that are broken', () => {
    writeFileSync(join(home, 'hook-log.jsonl'), '{"half\n[]\nnull\n{"actor":"local"}\n\u0000\n')
    expect(journal().add(answer)).toBe(true)
    expect(journal().answers).toHaveLength(1)
  })
  it('notes problems and the last event of a program', () => {
    noteProblem(home, 'It\nbroke', 5)
    noteEvent(home, { ...answer, client: '../x', folder: '/' })
    expect(readdirSync(join(home, 'hook-seen'))).toEqual(['___x'])
    expect(journal().answers).toEqual([])
  })
  it('of a data folder that is missing or may only be read is silent, and makes nothing', () => {
    const missing = join(home, 'no')
    expect(openJournal(missing, 'local').add(answer)).toBe(false)
    noteProblem(missing, 'x', 1)
    noteEvent(missing, { ...answer, folder: '/' })
    expect(readdirSync(home)).toEqual([])
    if (process.getuid?.() === 0) return
    chmodSync(home, 0o500)
    expect(journal().add(answer)).toBe(false)
    chmodSync(home, 0o700)
  })
})
