import { describe, expect, it } from 'vitest'
import { decide, mayMatter, phrasesIn } from '../src/decide.ts'
import type { HookEvent } from '../src/event.ts'
import { AT, memoryWith, SHOP, solved } from './mined.ts'

const base = { client: 'codex', event: 'PreToolUse', session: 's', folder: SHOP } as const
const before = (command: string, folder = SHOP): HookEvent => ({ ...base, moment: 'before-command', command, folder })
const edit = (path: string): HookEvent => ({ ...base, moment: 'before-edit', path })
const after = (command: string, error: string): HookEvent => ({ ...base, moment: 'after-failure', command, error })
const prompt = (text: string): HookEvent => ({ ...base, moment: 'prompt', prompt: text })

const memory = memoryWith(
  {
    failures: [
      { ...solved, count: 3 },
      { signature: 'make', message: 'm9' },
    ],
  },
  { orders: [{ text: 'Never edit src/api.ts by hand.', path: 'src/api.ts', scope: 'folder' }] },
  { orders: [{ text: 'Never push to main.' }] },
)
const said = (event: HookEvent): readonly string[] =>
  mayMatter(event) ? decide(event, memory).map(({ refuses, text }) => `${refuses ? 'no: ' : ''}${text}`) : []

const REASON =
  'no: Failed here 3 times (exit 1, last 2026-11-20). What worked: npm run test:quick. Run it again unchanged to go ahead.'
const SOLVED =
  'The same failure ("npm error Missing script: \\"test\\"") on 2026-11-20 was solved by: npm run test:quick (wuku://chats/s1/c0#m2)'

describe('something is said', () => {
  it.each<[event: HookEvent, text: string | RegExp]>([
    [before('npm test'), REASON],
    [before('npm test -- src/cart.test.ts 2>&1 | tail -5'), REASON],
    [before('cd /home/ada/shop && npm test', '/elsewhere'), REASON],
    [edit(`${SHOP}/src/api.ts`), /^no: The user said on 2026-11-20: "Never edit src\/api.ts by hand."/],
    [edit('src/api.ts'), /^no: The user said/],
    [after('npm test', 'Exit code 1\nno'), SOLVED],
    [after('yarn test', 'Exit code 1\nnpm error Missing script: "test"'), SOLVED],
    [prompt('I get: npm error Missing script: "test". What now?'), SOLVED],
    [prompt('Push the branch to main'), /^Standing orders of the user .*\n- 2026-11-20: "Never push to main\." wuku:/],
  ])('%j', (event, text) => {
    const [first, ...more] = said(event)
    expect(first).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
    expect(more).toEqual([])
  })
  it('of what others share, as theirs', () => {
    const shared = memoryWith({ isShared: true, failures: [solved] })
    expect(decide(before('npm test'), shared)[0]?.text).toMatch(/^Failed before in shared conversations once/)
  })
  it('with the folder in which it worked', () => {
    const elsewhere = memoryWith({ failures: [{ ...solved, fix: { ...solved.fix, folder: `${SHOP}/web` } }] })
    expect(decide(before('npm test'), elsewhere)[0]?.text).toContain(`npm run test:quick (in ${SHOP}/web).`)
  })
})

describe('what is said in Chinese', () => {
  it.each<[event: HookEvent, text: string | RegExp]>([
    [
      before('npm test'),
      '在此失败过 3 次（退出码 1，最近 2026-11-20）。成功的是：npm run test:quick。原样再运行一次即可继续。',
    ],
    [edit('src/api.ts'), /^用户在 2026-11-20 说过："Never edit src\/api.ts by hand."（wuku:.*原样再做一次即可继续。$/],
    [after('npm test', 'Exit code 1\nno'), /^2026-11-20 的同一失败（".*"）是这样解决的：npm run test:quick（wuku:/],
    [prompt('Push the branch to main'), /^与此有关的用户长期要求：\n- 2026-11-20: "Never push to main\." wuku:/],
  ])('%j', (event, text) => {
    const [first] = decide(event, memory, phrasesIn('zh'))
    expect(first?.text).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
  })

  it('has each sentence, with the same places for what is told', () => {
    const places = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()
    const [english, chinese] = [phrasesIn('en'), phrasesIn('zh')]
    for (const [name, text] of Object.entries(english)) {
      const other = Object(chinese)[name] as string
      expect([name, places(other)]).toEqual([name, places(text)])
    }
    expect(Object.keys(chinese)).toEqual(Object.keys(english))
  })
})

describe('nothing is said', () => {
  it.each<[says: string, event: HookEvent]>([
    ['of another command', before('npm run build')],
    ['of the solution itself', before('npm run test:quick')],
    ['in another folder', before('npm test', `${SHOP}/web`)],
    ['of a failure without a solution', before('make')],
    ['of what only reads', before('cat package.json')],
    ['of what asks wuku', before('wuku recall test')],
    ['of settings of agents, by a command', before('sed -i s/a/b/ .claude/settings.json && npm test')],
    ['of settings of agents, by an edit', edit(`${SHOP}/.claude/settings.json`)],
    ['of another file', edit(`${SHOP}/src/api.ts.bak`)],
    ['after a failure of the moment', after('npm test', 'Exit code 1\nconnect ETIMEDOUT 10.0.0.1')],
    ['after another failure', after('npm run build', 'Exit code 2\nsyntax error')],
    ['on a neutral prompt', prompt('Fix the login page.')],
    ['on a prompt of a program', prompt('<task-notification>push to main</task-notification>')],
    ['on a command for a program', prompt('/push to main')],
    ['on a huge prompt', prompt(`push to main ${'x'.repeat(30_000)}`)],
    ['of other events', { ...base, moment: 'other', command: 'npm test' }],
  ])('%s', (_says, event) => expect(said(event)).toEqual([]))
  it('of an order that was replaced', () => {
    const later = memoryWith(
      { orders: [{ text: 'Never push to main.' }] },
      { at: AT + 1, orders: [{ text: 'You may always push to main.' }] },
    )
    expect(decide(prompt('Push the branch to main'), later)[0]?.text).not.toContain('Never push')
  })
})
