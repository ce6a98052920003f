import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { displayWidth } from '@wuku/text/show/width'
import { openHouse } from './cli-house.ts'
import { openTerminal, type Terminal } from './terminal-house.ts'

const house = openHouse()
const size = { columns: 60, rows: 20 }

beforeAll(async () => {
  house.write('code.md', `# Code\n\n\tindented ${'with many words '.repeat(12)}\n\n${'潮汐表'.repeat(40)}\n`)
  house.write('evil.md', '# Evil\n\nbarge \u001B]8;;http://evil.example\u001B\\here\u001B]8;;\u001B\\ \u001B[2Jmud\n')
  await house.wuku('add', house.notes, '--name', 'demo')
})

const openFind = (env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): Terminal =>
  openTerminal(args, size, { cwd: house.folder, env: { ...house.env, ...env } })

const has =
  (text: string) =>
  (rows: readonly string[]): boolean =>
    rows.some((row) => row.includes(text))

const isReady = has('Ctrl-C leave')

/** As it was before: its own screen, with a cursor, line by line and with an echo. */
async function leave(terminal: Terminal, keys = '\u0003'): Promise<void> {
  terminal.type(keys)
  expect(await terminal.ended).toBe(0)
  expectRestored(terminal)
}

function expectRestored(terminal: Terminal): void {
  expect(terminal.written().split('\u001B[?1049h').length).toBe(terminal.written().split('\u001B[?1049l').length)
  expect(terminal.written()).toContain('\u001B[?25h\u001B[0m\u001B[?1049l')
  expect(terminal.written()).toMatch(/ icanon [\s\S]* echo /)
}

describe('wuku alone in a terminal', () => {
  it('searches as one types, shows a passage, and gives the terminal back', async () => {
    const terminal = openFind()
    await terminal.until(isReady)
    terminal.type('where is the barge Cormorant')
    const found = await terminal.until(has('plans/harbour.md'))
    expect(found[0]).toMatch(/^❯ where is the barge Cormorant +\d passages? · \w+$/)
    expect(found).toContainEqual(expect.stringMatching(/^▌ demo\/plans\/harbour\.md:\d+ {2}Harbour plan/))
    terminal.type('\r')
    const read = await terminal.until(has('Esc back'))
    expect(read[0]).toMatch(/^Harbour plan {2}wuku:\/\/notes\/demo\/plans\/harbour\.md/)
    expect(read).toContainEqual('▌5: Dredging starts in March with the barge Cormorant.')
    terminal.type('\u001B')
    await terminal.until(has('choose'))
    await leave(terminal)
  })

  it('takes Chinese as it is typed and pasted, and moves by whole characters', async () => {
    const terminal = openFind()
    await terminal.until(isReady)
    terminal.type('\u001B[200~月亮牵\n引海水\u001B[201~')
    await terminal.until((rows) => has('潮汐.md')(rows) && (rows[0] ?? '').startsWith('❯ 月亮牵 引海水'))
    terminal.type('\u001B[D\u001B[D\u001B[D\u007F\u001B[F潮')
    await terminal.until((rows) => (rows[0] ?? '').startsWith('❯ 月亮牵引海水潮'))
    await leave(terminal, '\u0003')
  })

  it('keeps each row within 60 columns, whatever is found', async () => {
    const terminal = openFind({}, ['find', 'indented', 'words', '潮汐表'])
    await terminal.until(has('code.md'))
    expect(
      terminal
        .rows()
        .map(displayWidth)
        .filter((width) => width > size.columns),
    ).toEqual([])
    expect(terminal.rows()[0]).toMatch(/^❯ indented words 潮汐表/)
    expect(terminal.rows().at(-1)).toMatch(/Ctrl-C leave$/)
    terminal.type('\r')
    await terminal.until(has('Esc back'))
    expect(terminal.rows()[1]).toBe('─'.repeat(60))
    terminal.resize({ columns: 40, rows: 12 })
    await terminal.until((rows) => rows[1] === '─'.repeat(40) && has('Esc back')(rows))
    expect(
      terminal
        .rows()
        .map(displayWidth)
        .filter((width) => width > 40),
    ).toEqual([])
    terminal.type('\u001B')
    await terminal.until(has('choose'))
    await leave(terminal)
  })

  it('obeys nothing that a document says', async () => {
    const terminal = openFind({ FORCE_HYPERLINK: '1' }, ['find', 'barge', 'mud'])
    await terminal.until(has('evil.md'))
    terminal.type('\r')
    await terminal.until(has('Esc back'))
    expect(terminal.written()).not.toContain('\u001B]8;;http')
    expect(terminal.written()).not.toContain('\u001B[2J')
    expect(terminal.rows()).toContainEqual(expect.stringContaining('␛]8;;http://evil.example'))
    terminal.type('\u001B')
    await terminal.until(has('choose'))
    await leave(terminal)
  })

  it('opens the file in the editor, at the line, and goes on', async () => {
    const editor = join(house.folder, 'vim')
    await writeFile(editor, '#!/bin/sh\necho "edits $*" | tr "\\n" " "\nread line\n', { mode: 0o755 })
    const terminal = openFind({ EDITOR: editor }, ['find', 'Cormorant'])
    await terminal.until(has('plans/harbour.md'))
    terminal.type('\r')
    await terminal.until(has('Esc back'))
    terminal.type('o')
    const edited = /edits \+\d+ (\S+)/
    const told = await terminal.until((shown) => edited.test(shown.join('')) && shown.join('').includes('.md'))
    expect(edited.exec(told.join(''))?.[1]).toBe(join(house.notes, 'plans/harbour.md'))
    terminal.type('\n')
    await terminal.until((rows) => (rows[0] ?? '').startsWith('Harbour plan'))
    await leave(terminal)
  })

  it.each<[signal: NodeJS.Signals, code: number]>([
    ['SIGTERM', 0],
    ['SIGUSR2', 1],
  ])('gives the terminal back at %s', async (signal, code) => {
    const [crash, pid] = [join(house.folder, 'crash.cjs'), join(house.folder, 'pid')]
    await writeFile(
      crash,
      `require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid))
       process.on('SIGUSR2', () => { throw new Error('it fell over') })`,
    )
    const terminal = openFind({ NODE_OPTIONS: `--require ${crash}` })
    await terminal.until(isReady)
    process.kill(Number(readFileSync(pid, 'utf8')), signal)
    expect(await terminal.ended).toBe(code)
    expectRestored(terminal)
    const after = terminal.written().split('\u001B[?1049l').at(-1)
    if (code === 1) expect(after).toContain('it fell over')
  })
})

it('find is for a terminal', async () =>
  expect(await house.wuku('find', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('wuku recall') }))
