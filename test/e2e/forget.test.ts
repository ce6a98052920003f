import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHouse, type House } from './index-house.ts'

const files = {
  'tides.md': '# Tides\n\nThe moon pulls the sea, says Quorbenflax.\n',
  '潮汐.md': '# 潮汐\n\n月亮牵引海水，每天两次涨潮。\n',
}

const isLegible = ({ data }: House, word: string): boolean =>
  readdirSync(data, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(word))

const indexed = (): House => {
  const house = openHouse(files)
  house.run('add', house.notes, '--name', 'demo')
  return house
}

describe('wuku forget', () => {
  it('takes a document out for good, and says so', () => {
    const house = indexed()
    expect(isLegible(house, 'quorbenflax')).toBe(true)
    const dry = house.run('forget', 'demo/tides.md', '--dry-run')
    expect([dry.status, dry.stdout]).toEqual([0, expect.stringContaining('Would forget wuku://notes/demo/tides.md')])
    expect(isLegible(house, 'quorbenflax')).toBe(true)
    const ran = house.run('forget', 'wuku://notes/demo/tides.md')
    expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('1 document with 1 chunk')])
    expect(ran.stdout).toContain('cannot be undone')
    expect([isLegible(house, 'quorbenflax'), isLegible(house, 'tides.md')]).toEqual([false, false])
    const audit = house.run('audit', '--jsonl').stdout
    expect([audit.match(/document\.delete/g)?.length, /tides|quorbenflax/i.test(audit)]).toEqual([1, false])
    house.write({ 'tides.md': `${files['tides.md']}More.\n` })
    expect(house.json('index')).toMatchObject({ added: 0, skipped: [{ path: 'tides.md', why: 'forgotten' }] })
    expect(house.search('Quorbenflax')).toEqual([])
    expect(isLegible(house, 'quorbenflax')).toBe(false)
    expect(house.run('forget', 'demo/潮汐.md').status).toBe(0)
    expect(house.search('潮汐')).toEqual([])
  })

  it.each([
    ['what is not there', ['demo/moon.md'], 1, 'moon.md'],
    ['lines alone', ['demo/tides.md:2'], 1, 'wuku forget wuku://notes/demo/tides.md'],
    ['a part of a note', ['wuku://notes/demo/tides.md#tides'], 1, 'without "#" and what follows'],
    ['nothing', [], 2, 'citation'],
  ] as const)('refuses %s', (_, args, status, said) => {
    const house = indexed()
    const ran = house.run('forget', ...args)
    expect([ran.status, ran.stderr]).toEqual([status, expect.stringContaining(said)])
    expect(house.search('Quorbenflax')).toHaveLength(1)
  })

  it('refuses a scratchpad, and names what deletes it', () => {
    const house = openHouse()
    const { workflow } = house.json<{ workflow: { id: string } }>('call', 'create-workflow', '{"name":"demo"}')
    const made = { workflow_id: workflow.id, title: 'ebb', content: 'flow' }
    const { scratchpad } = house.json<{ scratchpad: { id: string } }>('call', 'create-scratchpad', JSON.stringify(made))
    const ran = house.run('forget', `wuku://pads/workflows/${scratchpad.id}`)
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining('delete-scratchpad')])
  })

  it('shows how it is used', () => {
    const { stdout } = openHouse().run('forget', '--help')
    expect(stdout).toContain('wuku forget')
    expect(stdout).toContain('--dry-run')
  })

  it('takes a conversation out, or one message of it, with the file gone or not', () => {
    const house = openHouse()
    const id = '8b0cb1f3-6f6e-4f0e-9b5b-2a1c5d7e9f00'
    const line = (uuid: string, parentUuid: string | null, content: string) =>
      `${JSON.stringify({ type: 'user', uuid, parentUuid, sessionId: id, cwd: '/p', timestamp: '2026-01-02T03:04:05Z', message: { role: 'user', content } })}\n`
    const talk = line('u-1', null, 'What of Quorbenflax?') + line('u-2', 'u-1', 'And of Zelbritquan, 潮汐?')
    house.write({ [`talks/${id}.jsonl`]: talk })
    const added = house.json('add', join(house.notes, 'talks'), '--kind', 'chats', '--name', 'talks')
    expect(added).toMatchObject({ added: 1, problems: [] })
    expect(house.run('forget', `wuku://chats/talks/${id}#u-2`).stdout).toContain('1 document')
    expect([isLegible(house, 'zelbritquan'), isLegible(house, 'quorbenflax')]).toEqual([false, true])
    house.write({ [`talks/${id}.jsonl`]: talk + line('u-3', 'u-2', 'Ebb.') })
    expect(house.json('index')).toMatchObject({ changed: 1 })
    expect([isLegible(house, 'zelbritquan'), isLegible(house, 'quorbenflax')]).toEqual([false, true])
    rmSync(join(house.notes, 'talks', `${id}.jsonl`))
    expect(house.json('index')).toMatchObject({ removed: 0, missing: 1 })
    expect(house.run('open', `wuku://chats/talks/${id}`).stdout).toContain('Quorbenflax')
    expect(house.run('forget', `wuku://chats/talks/${id}`).status).toBe(0)
    expect([isLegible(house, 'quorbenflax'), isLegible(house, id)]).toEqual([false, false])
    house.write({ [`talks/${id}.jsonl`]: talk })
    expect(house.json('index')).toMatchObject({ added: 0, skipped: [{ why: 'forgotten' }] })
    expect([isLegible(house, 'quorbenflax'), isLegible(house, id)]).toEqual([false, false])
  })
})
