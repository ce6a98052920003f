import { describe, expect, it } from 'vitest'
import { openCodeHouse, type Answer, type CodeHouse } from '../code/code-house.ts'

const SESSION = '7f3c9a12-1111-4222-8333-444455556666'
const DAY = Date.parse('2030-01-02T10:00:00Z')

type Step =
  | string
  | { readonly run: string; readonly output?: string; readonly exit?: number }
  | { readonly edit: string }
  | { readonly says: string }

/** A transcript of Claude Code about the repository of a house; a command without output was cut off. */
function transcript(house: CodeHouse, steps: readonly Step[], id = SESSION): string {
  const rows: object[] = []
  const add = (type: 'user' | 'assistant', content: unknown): void => {
    const uuid = `${String(rows.length).padStart(8, '0')}-2222-4222-8333-444455556666`
    const timestamp = new Date(DAY + rows.length * 60_000).toISOString()
    const about = { sessionId: id, cwd: house.root, uuid, timestamp, parentUuid: null }
    rows.push({
      ...about,
      parentUuid: (rows.at(-1) as Answer | undefined)?.['uuid'] ?? null,
      type,
      message: { role: type, content },
    })
  }
  for (const [nth, step] of steps.entries()) {
    if (typeof step === 'string') add('user', step)
    else if ('says' in step) add('assistant', [{ type: 'text', text: step.says }])
    else {
      const isRun = 'run' in step
      const input = isRun ? { command: step.run } : { file_path: `${house.root}/${step.edit}` }
      add('assistant', [{ type: 'tool_use', id: `t${nth}`, name: isRun ? 'Bash' : 'Edit', input }])
      const content = isRun ? step.output : 'Done.'
      const failed = isRun && (step.exit ?? 0) !== 0 ? { is_error: true } : {}
      if (content !== undefined) add('user', [{ type: 'tool_result', tool_use_id: `t${nth}`, content, ...failed }])
    }
  }
  return rows.map((row) => JSON.stringify(row)).join('\n') + '\n'
}

/** Written outside of the repository: its conversations are no files of it. */
function openHouse(steps: readonly Step[]): CodeHouse {
  const house = openCodeHouse({ git: true })
  house.write('../chats/one.jsonl', transcript(house, steps))
  house.run('add', '.', '--kind', 'code', '--name', 'shop')
  house.run('add', '../chats', '--kind', 'chats', '--name', 'agents')
  return house
}

const handoff = (house: CodeHouse, ...args: readonly string[]): Answer =>
  JSON.parse(house.run('handoff', ...args, '--json').stdout)
const textsOf = (answer: Answer, name: string): readonly string[] =>
  answer['sections'].find((section: Answer) => section['name'] === name).lines.map(({ text }: Answer) => text)

describe('handoff', () => {
  it('tells of a session that was cut off what was wanted, decided, done, and what files are now', () => {
    const house = openCodeHouse({ git: true })
    for (const name of ['kept', 'later', 'open', 'away']) house.write(`src/${name}.ts`, `export const ${name} = 1\n`)
    house.git('add', '-A')
    house.git('commit', '-q', '-m', 'Begin')
    const steps: Step[] = [
      'Make the checkout faster. It reads src/away.ts twice.',
      "Let's use integers, not floats.",
      { run: 'npm test', output: 'Exit code 1\nError: no test specified', exit: 1 },
      { run: 'npm run test:quick', output: 'ok' },
      ...['kept', 'later', 'open', 'away'].map((name) => ({ edit: `src/${name}.ts` })),
      { says: 'Still open: the retry of webhooks.' },
      { run: 'npm run migrate -- --token ghp_0123456789abcdefABCDEF0123456789abcd' },
    ]
    house.write('../chats/one.jsonl', transcript(house, steps))
    house.write('src/later.ts', 'export const later = 2\n')
    house.git('rm', '-q', 'src/away.ts')
    house.git('commit', '-q', '-a', '-m', 'Later', '--date', '2031-01-01T00:00:00Z')
    house.write('src/open.ts', 'export const open = 2\n')
    house.run('add', '.', '--kind', 'code', '--name', 'shop')
    house.run('add', '../chats', '--kind', 'chats', '--name', 'agents')
    const answer = handoff(house)
    expect([answer['conversation'], answer['cut_off'], answer['language'], answer['command']]).toEqual([
      SESSION,
      true,
      'en',
      null,
    ])
    expect(textsOf(answer, 'aim')[0]).toBe('Make the checkout faster. It reads src/away.ts twice.')
    expect(textsOf(answer, 'decided')).toEqual(["Let's use integers, not floats."])
    expect(textsOf(answer, 'commands')).toEqual(['npm run test:quick'])
    expect(textsOf(answer, 'failed')).toEqual(['npm test'])
    expect(textsOf(answer, 'open')).toEqual(['Still open: the retry of webhooks.'])
    expect(textsOf(answer, 'next')).toEqual([expect.stringMatching(/^npm run migrate -- --token \[REDACTED/)])
    const files = answer['sections'][2].lines.map(({ text, file_state }: Answer) => `${text} ${file_state}`)
    expect(files.toSorted()).toEqual([
      'src/away.ts gone',
      'src/kept.ts unchanged',
      'src/later.ts changed',
      'src/open.ts uncommitted',
    ])
    expect(answer['sections'][0].lines[0].claims).toEqual([
      expect.objectContaining({ text: 'src/away.ts', state: 'gone' }),
    ])
    expect(answer['text']).toContain('Since then: src/away.ts gone (')
    expect(answer['text']).not.toContain('ghp_')
    const opened = JSON.parse(house.run('open', answer['sections'][3].lines[0].citation, '--json').stdout)
    expect(opened.text).toContain('npm run test:quick')
  })

  it('prints the command that starts another program with it', () => {
    const house = openHouse(['Add a rate limit.', { says: 'Next step: wire the limiter in.' }])
    expect(house.run('handoff', SESSION.slice(0, 8), '--to', 'codex').stdout).toBe(
      `cd ${house.root} && codex "$(wuku handoff ${SESSION})"\n`,
    )
    expect(house.run('handoff', '--to', 'server').stderr).toContain('wuku login <server>')
  })

  it('says where the folder of the conversation is gone, and starts the program without it', () => {
    const house = openHouse(['Add a rate limit.'])
    const elsewhere = transcript({ ...house, root: '/nowhere/shop' }, ['Add a rate limit.'])
    house.write('../chats/one.jsonl', elsewhere)
    house.run('index')
    const answer = handoff(house, SESSION, '--to', 'codex')
    expect([answer['command'], answer['folder'], answer['notes']]).toEqual([
      `codex "$(wuku handoff ${SESSION})"`,
      null,
      ['Its folder is not there, so the program starts in the present one: /nowhere/shop'],
    ])
  })

  it('fills its room with what else was said, the latest first', () => {
    const house = openHouse([
      'Make it faster.',
      { says: 'The index is read twice for each row.' },
      'The customers of the north are slow.',
      { says: 'Next step: read it once.' },
    ])
    const said = (...args: readonly string[]) => textsOf(handoff(house, ...args), 'said')
    expect(said()).toEqual(['The index is read twice for each row.'])
    expect(handoff(house)['text']).toContain('- "The index is read twice for each row." (by the agent) #')
    expect(said('--budget', '110')).toEqual([])
  })

  it('speaks the language of the session', () => {
    const house = openHouse(['給結帳加上限流，不要動公開介面。', { says: '下一步：把限流器接上。' }])
    const answer = handoff(house)
    expect([answer['language'], answer['text'].match(/^## .+$/gm)]).toEqual(['zh-Hant', ['## 目標', '## 下一步']])
    expect(handoff(house, '--budget', '100')['tokens']).toBeLessThanOrEqual(100)
  })

  it('answers for an unknown, an empty and a huge session in bounded time', () => {
    const house = openHouse(Array.from({ length: 10_000 }, (_, nth) => `Never do ${nth} again.`))
    for (const budget of [100, 130, 600]) {
      const answer = handoff(house, '--budget', String(budget))
      expect([budget, answer['tokens'] <= budget, answer['left_out'] > 0]).toEqual([budget, true, true])
      expect(answer['text']).toContain('# Hand-over: Never do 0 again.')
    }
    expect(house.run('handoff', 'nothing-like-it').stderr).toContain('No conversation has the id "nothing-like-it"')
    const nowhere = openCodeHouse({ git: true })
    expect(nowhere.run('handoff').stderr).toContain('No conversation of this project is indexed.')
  })
})
