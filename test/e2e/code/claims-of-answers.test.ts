import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { talk } from '../chats/talk.ts'
import { shared } from '../at-end.ts'
import { openCodeHouse, type Answer } from './code-house.ts'

const said = 'The zebra retries are in src/payment/retry.ts, and src/money.ts keeps the limits.'

/** A shop with a note, a conversation and a scratchpad about a file that moved since. */
async function openTalkedShop() {
  const house = openCodeHouse({ git: true })
  house.write('notes/plain.md', '# Zebra pages\n\nThe zebra retries are explained here.\n')
  house.write('notes/retries.md', `# Zebra\n\n${said}\n\n斑马重试见src/payment/retry.ts。\n`)
  house.write('.claude/projects/-shop/11111111-7777-4888-8999-aaaabbbbcccc.jsonl', '')
  writeFileSync(
    join(house.root, '.claude/projects/-shop/11111111-7777-4888-8999-aaaabbbbcccc.jsonl'),
    talk('11111111-7777-4888-8999-aaaabbbbcccc', ['Where are the zebra retries?', said], {
      cwd: house.root,
      start: Date.parse('2020-01-01T08:00:00Z'),
    }),
  )
  const run = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = house.run(...args)
    expect([args, status, stderr]).toEqual([args, 0, expect.any(String)])
    return stdout
  }
  const call = (name: string, input: object): Answer => JSON.parse(run('call', name, JSON.stringify(input), '--json'))
  run('add', '.', '--kind', 'code', '--name', 'shop')
  run('add', 'notes', '--kind', 'notes', '--name', 'handbook')
  run('add', '.claude', '--kind', 'chats', '--name', 'talks')
  const workflow = call('create-workflow', { name: 'zebra', project_scope: house.root })['workflow']
  const pad = call('create-scratchpad', { workflow_id: workflow.id, title: 'zebra', content: `first\n${said}\n` })
  house.git('mv', 'src/payment/retry.ts', 'src/payment/again.ts')
  house.git('commit', '-q', '-m', 'Call it again')
  run('index')
  return { run, call, pad: pad['scratchpad'].id as string }
}

const sharedTalkedShop = shared(openTalkedShop)

const moved = {
  text: 'src/payment/retry.ts',
  kind: 'path',
  state: 'moved',
  now: 'src/payment/again.ts',
  commit: expect.stringMatching(/^[0-9a-f]{40}$/),
  date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
}
const LINE = /Since then: src\/payment\/retry\.ts moved to src\/payment\/again\.ts \([0-9a-f]{7}, \d{4}-\d\d-\d\d\)\./

describe('an answer that shows a claim', () => {
  it.each([
    ['recall', { query: 'zebra retries', kinds: ['notes'] }, ({ hits }: Answer) => hits],
    ['recall', { query: 'zebra retries', kinds: ['chats'] }, ({ hits }: Answer) => hits],
    ['recall', { query: 'zebra retries', kinds: ['pads'] }, ({ hits }: Answer) => hits],
    ['search', { query: 'zebra retries' }, ({ results }: Answer) => results],
    ['search_conversations', { intent_query: 'zebra retries' }, ({ results }: Answer) => results],
    ['open', { citation: 'handbook/retries.md' }, (answer: Answer) => [answer]],
  ] as const)('says by %s of %j what became of it', async (name, input, hitsOf) => {
    const { call } = await sharedTalkedShop()
    const all = (hitsOf(call(name, input)) as Answer[]).flatMap(({ claims = [] }) => claims as Answer[])
    expect(all.map(({ line: _line, ...claim }) => claim)).toEqual([moved])
    const verbose = (hitsOf(call(name, { ...input, verbose: true })) as Answer[]).flatMap(({ claims = [] }) => claims)
    expect(verbose.map(({ text, state }) => [text, state])).toContainEqual(['src/money.ts', 'holds'])
  })

  it('says it of a scratchpad, with the line', async () => {
    const { call, pad } = await sharedTalkedShop()
    expect(call('get-scratchpad', { id: pad })['scratchpad'].claims).toEqual([{ ...moved, line: 2 }])
    expect(call('get-scratchpad', { id: pad, line_range: { start: 1, end: 1 } })['scratchpad'].claims).toBeUndefined()
  })

  it('says it on one line to people', async () => {
    const { run } = await sharedTalkedShop()
    for (const args of [
      ['recall', 'zebra retries'],
      ['search', 'zebra retries'],
      ['open', 'handbook/retries.md'],
    ])
      expect(run(...args)).toMatch(LINE)
  })

  it('of a hit that claims nothing is as it was', async () => {
    const { call } = await sharedTalkedShop()
    const { results } = call('search', { query: 'zebra retries' })
    expect(results.find(({ file }: Answer) => file === 'handbook/plain.md')).not.toHaveProperty('claims')
  })
})
