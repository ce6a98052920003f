import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { killAt } from './mcp-home.ts'
import { mountDisk } from './mounts.ts'
import { openPadsHouse, type Agent } from './pads-house.ts'
import { runCommandSync } from './run-command.ts'
import { scratchFolder } from '../scratch.ts'

/** A folder of notes that a person made writable, and agents in processes of their own. */
function openNotes(...flags: readonly string[]) {
  const house = openPadsHouse()
  const folder = scratchFolder()
  const run = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = runCommandSync(args, { env: house.env })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    return stdout
  }
  const add = (...more: readonly string[]): string => run('add', folder, '--kind', 'notes', '--name', 'n', ...more)
  add('--writable', ...flags)
  return { ...house, folder, run, add, textOf: (path: string) => readFileSync(join(folder, path), 'utf8') }
}

const foundBy = async (agent: Agent, query: string): Promise<number> =>
  (await agent.call('recall', { query })).hits?.length ?? 0

const keptIn = (data: string): readonly string[] => {
  const entries = readdirSync(join(data, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.filter((each) => each.isFile()).map(({ name }) => name)
}

describe('a note that an agent writes', () => {
  it('is found within the same call, edited, kept as it was, and brought back', async () => {
    const notes = openNotes()
    const agent = await notes.agent()
    const made = await agent.call('write_note', { path: 'ideas/tides.md', text: '# Tides\n\nzanzibar\n' })
    expect(made).toMatchObject({ citation: 'wuku://notes/n/ideas/tides.md', lines: 3 })
    expect(await foundBy(agent, 'zanzibar')).toBe(1)
    const edited = await agent.call('edit_note', {
      path: made['citation'],
      old: 'zanzibar',
      content: 'mombasa',
      expected_version: made['version'],
    })
    expect(notes.textOf('ideas/tides.md')).toBe('# Tides\n\nmombasa\n')
    expect(await foundBy(agent, 'mombasa')).toBe(1)
    const { versions } = await agent.call('note_history', { path: 'ideas/tides.md' })
    expect(versions).toMatchObject([{ version: edited['previous'] }])
    await agent.call('edit_note', { path: 'n/ideas/tides.md', restore: edited['previous'] })
    expect(notes.textOf('ideas/tides.md')).toBe('# Tides\n\nzanzibar\n')
  })

  it('is refused where it would overwrite what was not seen', async () => {
    const notes = openNotes()
    const agent = await notes.agent()
    const { version } = await agent.call('write_note', { path: 'a.md', text: 'one\n' })
    expect(await agent.refused('write_note', { path: 'a.md', text: 'two\n' })).toContain('exists already')
    writeFileSync(join(notes.folder, 'a.md'), 'by a person\n')
    const late = { path: 'a.md', text: 'two\n', expected_version: version }
    expect(await agent.refused('write_note', late)).toContain('changed since')
    expect(notes.textOf('a.md')).toBe('by a person\n')
  })

  it('keeps a secret in the file, masks it in the index, and never writes the mask back', async () => {
    const notes = openNotes()
    const agent = await notes.agent()
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const text = `# Keys\n\ntoken ${secret}\n`
    const { version, notes: told } = await agent.call('write_note', { path: 'k.md', text })
    expect(told).toHaveLength(1)
    expect(notes.textOf('k.md')).toBe(text)
    const opened = await agent.call('open', { citation: 'n/k.md' })
    expect(opened['text']).toContain('[REDACTED:')
    const back = { path: 'k.md', text: opened['text'], expected_version: version }
    expect(await agent.refused('write_note', back)).toContain('would be lost')
    expect(notes.textOf('k.md')).toBe(text)
  })

  it('is refused outside of the folder, in hidden folders, and with the ending of a program', async () => {
    const notes = openNotes()
    const agent = await notes.agent()
    for (const path of ['../out.md', '/etc/out.md', '.git/out.md', 'a/../../out.md', 'out.sh']) {
      await agent.refused('write_note', { path, text: 'x' })
      expect(readdirSync(notes.folder), path).toEqual([])
    }
  })

  it('is refused to who may only read, and where no person allowed it', async () => {
    const notes = openNotes()
    const [reader, writer] = [await notes.agent('--read-only'), await notes.agent()]
    const asked = reader.client.callTool({ name: 'write_note', arguments: { path: 'a.md', text: 'x' } })
    await expect(asked).rejects.toThrow('Unknown tool')
    notes.add('--no-writable')
    expect(await writer.refused('write_note', { path: 'a.md', text: 'x' })).toContain('--writable')
    expect(readdirSync(notes.folder)).toEqual([])
    expect(notes.run('sources')).not.toContain('writable')
  })

  it.each([
    ['forget', ['n/a.md']],
    ['remove', ['notes/n', '--yes']],
  ] as const)('has its old texts taken out by %s', async (command, words) => {
    const notes = openNotes()
    const agent = await notes.agent()
    await agent.call('write_note', { path: 'a.md', text: 'one\n' })
    await agent.call('edit_note', { path: 'a.md', content: 'two' })
    expect(keptIn(notes.data)).toHaveLength(1)
    notes.run(command, ...words)
    expect(keptIn(notes.data)).toEqual([])
    expect(notes.textOf('a.md')).toBe('one\ntwo\n')
  })
})

describe('several processes on one note', () => {
  it('refuse all but one of the writes that were decided on the same version', async () => {
    const notes = openNotes()
    const agents = await Promise.all([notes.agent(), notes.agent(), notes.agent()])
    for (let round = 0; round < 5; round++) {
      const path = `race-${round}.md`
      const made = await (agents[0] as Agent).call('write_note', { path, text: 'start\n' })
      const writes = agents.map(({ client }, nth) =>
        client.callTool({
          name: 'write_note',
          arguments: { path, text: `by ${nth}\n`, expected_version: made['version'] },
        }),
      )
      const answers = await Promise.all(writes)
      const won = answers.flatMap(({ isError }, nth) => (isError ? [] : [nth]))
      expect(won).toHaveLength(1)
      expect(notes.textOf(path)).toBe(`by ${won[0]}\n`)
    }
  })

  it('lose none of the lines that they add', async () => {
    const notes = openNotes()
    const agents = await Promise.all([notes.agent(), notes.agent()])
    await (agents[0] as Agent).call('write_note', { path: 'log.md', text: '# Log\n' })
    await Promise.all(
      agents.map(async (agent, writer) => {
        for (let nth = 0; nth < 15; nth++)
          await agent.call('edit_note', { path: 'log.md', content: `- ${writer}x${nth}` })
      }),
    )
    const lines = notes.textOf('log.md').trimEnd().split('\n').slice(1)
    const expected = agents.flatMap((_, writer) => Array.from({ length: 15 }, (__, nth) => `- ${writer}x${nth}`))
    expect(lines.toSorted()).toEqual(expected.toSorted())
  })
})

const large = (mark: string): string => `# ${mark}\n\n${`${mark} fills a line of the note\n`.repeat(20_000)}`

describe('a write that is broken off', () => {
  it('by kill -9 leaves the old file or the new one', async () => {
    const notes = openNotes()
    const texts = ['odd', 'even'].map(large)
    writeFileSync(join(notes.folder, 'big.md'), texts[0] ?? '')
    notes.run('index')
    for (let round = 0; round < 6; round++) {
      const agent = await notes.agent()
      const { docid } = await agent.call('open', { citation: 'n/big.md' })
      const text = texts.find((each) => each !== notes.textOf('big.md')) ?? ''
      const write = agent.call('write_note', { path: 'big.md', text, expected_version: docid }).catch(() => {})
      const stop = killAt(round + 1, notes.folder, agent.pid)
      await write
      stop()
      await agent.close()
      expect(texts).toContain(notes.textOf('big.md'))
      notes.run('index')
    }
  })

  it('by a full disk says so and leaves the old file', async () => {
    const notes = openNotes()
    const disk = join(notes.folder, 'disk')
    mkdirSync(disk)
    mountDisk(disk, 64)
    const agent = await notes.agent()
    const { version } = await agent.call('write_note', { path: 'disk/a.md', text: 'old\n' })
    const full = { path: 'disk/a.md', text: large('full'), expected_version: version }
    expect(await agent.refused('write_note', full)).toContain('no room')
    expect(notes.textOf('disk/a.md')).toBe('old\n')
    expect(readdirSync(disk)).toEqual(['a.md'])
  })
})
