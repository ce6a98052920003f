import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { displayWidth } from '@wuku/text/show/width'
import { lastLine, launcher, openHouse, runInTerminal, type Ended } from './cli-house.ts'

const house = openHouse()
/** Ids of what every test finds there. */
let workflow: string
let pad: string

beforeAll(async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `第 ${at + 1} 行 ebb`).join('\n')
  pad = idOf(await piped(lines, 'new', '--in', 'React 專案', '--scope', 'wuku', 'State 狀態管理', '--json'))
  workflow = (lastLine((await pads('--json')).stdout) as { workflows: { id: string }[] }).workflows[0]?.id ?? ''
})

const pads = (...args: readonly string[]): Promise<Ended> => house.wuku('pads', ...args)

async function piped(input: string | Uint8Array, ...args: readonly string[]): Promise<Ended> {
  const child = start(...args)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: Number((await ended)[0]), stdout, stderr }
}

const start = (...args: readonly string[]) =>
  spawn(process.execPath, [launcher, 'pads', ...args], { cwd: house.folder, env: house.env })

const idOf = ({ stdout }: Ended): string => (lastLine(stdout) as { scratchpad: { id: string } }).scratchpad.id

/** Rows name what is there by words, since they are read before it is there. */
const filled = (said: string): string =>
  said
    .replace('{pad}', pad)
    .replace('{pad8}', pad.slice(0, 8))
    .replace('{workflow}', workflow)
    .replace('{workflow8}', workflow.slice(0, 8))

describe('wuku pads', () => {
  it.each<[args: readonly string[], ...words: string[]]>([
    [[], '● React 專案', 'wuku  1 scratchpad', 'State 狀態管理', '1 workflow.'],
    [['list', '--all'], '● React 專案', 'State 狀態管理'],
    [['--scope', 'another'], 'no workflow of another yet'],
    [['show', '{pad8}'], 'State 狀態管理\nReact 專案 · ', 'version 1 · ', ' · {pad}\n\n第 1 行 ebb\n'],
    [['show', '{pad}', '--line-numbers'], '\n 9: 第 9 行 ebb\n10: 第 10 行 ebb\n'],
    [['show', '{workflow8}'], '● React 專案', '{pad8}'],
    [['tail', '{pad8}'], '第 11 行 ebb\n'],
    [['tail', '{pad}', '--lines', '2'], '第 59 行 ebb\n第 60 行 ebb\n'],
    [['search', 'react', '状态'], '1. react: in the name; 状态: in a title', 'React 專案'],
    [['search', 'zebra', '-q'], 'No workflow'],
  ])('answers %j', async (args, ...words) => {
    const { code, stdout, stderr } = await pads(...args.map(filled))
    expect(stderr).toBe('')
    for (const word of words) expect(stdout).toContain(filled(word))
    expect(code).toBe(0)
  })

  it('prints nothing but the text when it is to be quiet', async () => {
    const id = idOf(await piped('潮水\r\n\n ebb  \n', 'new', workflow, 'Verbatim', '--json'))
    expect((await pads('show', id, '--quiet')).stdout).toBe('潮水\r\n\n ebb  \n')
  })

  it.each<[args: readonly string[], answer: object]>([
    [['--limit', '1'], { workflows: [{ name: 'React 專案' }] }],
    [['--all'], { workflows: [{ name: 'React 專案' }] }],
    [['show', '{pad8}'], { scratchpad: { title: 'State 狀態管理', version: 1 } }],
    [['show', '{workflow8}'], { workflow: { name: 'React 專案' }, scratchpads: expect.any(Array) }],
    [['tail', '{pad}', '--lines', '1'], { scratchpad: { content: '第 60 行 ebb' } }],
    [['search', 'React'], { results: [{ workflow: { name: 'React 專案' } }] }],
  ])('answers %j as one line of JSON', async (args, answer) => {
    const { stdout, code } = await pads(...args.map(filled), '--json')
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(lastLine(stdout)).toMatchObject(answer)
    expect(code).toBe(0)
  })
})

describe('writing', () => {
  it('takes text from the arguments and from a pipe', async () => {
    const id = idOf(await piped('first\n', 'new', workflow, 'Notes 筆記', '--json'))
    const said = await pads('append', id.slice(0, 8), 'second', '--', '--third')
    expect(said).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ Appended .*"Notes 筆記".*\n  [0-9a-f]{8} · version 2\n$/),
      stderr: '',
    })
    expect((await piped('潮水 👩‍👩‍👧\n', 'append', id, '--quiet')).stdout).toBe('')
    const blocks = ['first', 'second --third', '潮水 👩‍👩‍👧'].join('\n\n---\n<!--- block start --->\n')
    expect((await pads('show', id, '-q')).stdout).toBe(`${blocks}\n`)
  })

  it('of a workflow chooses as append-scratchpad does', async () => {
    const id = idOf(await piped('one', 'new', '--in', 'Alone', 'Only', '--json'))
    const { workflow_id } = (
      lastLine((await pads('show', id, '--json')).stdout) as { scratchpad: { workflow_id: string } }
    ).scratchpad
    expect(await piped('two', 'append', workflow_id, '--json')).toMatchObject({ code: 0 })
    expect((await pads('tail', id, '--lines', '1')).stdout).toBe('two\n')
  })

  it.each([8, 36])('takes %i letters of an id for the workflow that has it', async (letters) => {
    const id = idOf(await piped('one', 'new', '--in', workflow.slice(0, letters), 'By its id', '--json'))
    const { stdout } = await pads('show', id, '--json')
    expect(lastLine(stdout)).toMatchObject({ scratchpad: { workflow_id: workflow } })
  })

  it('begins a workflow only when none that is active has the name', async () => {
    const ids = [
      await piped('1', 'new', '--in', '同名', 'One', '--json'),
      await piped('2', 'new', '--in', '同名', 'Two', '--json'),
    ]
    const shown = await Promise.all(
      ids.map(async (ended) => lastLine((await pads('show', idOf(ended), '--json')).stdout)),
    )
    const [first, second] = shown.map(
      (answer) => (answer as { scratchpad: { workflow_id: string } }).scratchpad.workflow_id,
    )
    expect(first).toBe(second)
    const close = JSON.stringify({ workflow_id: first, is_active: false })
    expect(await house.wuku('call', 'update-workflow-status', close)).toMatchObject({ code: 0 })
    const third = idOf(await piped('3', 'new', '--in', '同名', 'Three', '--json'))
    const { stdout } = await pads('show', third, '--json')
    expect((lastLine(stdout) as { scratchpad: { workflow_id: string } }).scratchpad.workflow_id).not.toBe(first)
    expect((await pads('show', first ?? '')).stdout).toMatch(/○ 同名 .* closed/)
  })
})

describe('what is asked wrongly', () => {
  it.each<[code: number, args: readonly string[], ...words: string[]]>([
    [2, ['shw', '{pad}'], '"wuku pads" has no action', 'wuku pads show'],
    [2, ['{pad8}'], 'wuku pads show {pad8}'],
    [2, ['constructor'], 'list, show, append'],
    [2, ['show'], 'needs an id'],
    [2, ['show', '{pad}', '{pad}'], 'Unexpected argument'],
    [2, ['list', '{pad}'], 'Unexpected argument', 'wuku pads show'],
    [2, ['show', '{pad}', '--follow'], 'no flag --follow'],
    [2, ['--all', '--limit', '3'], '--all and --limit'],
    [2, ['--limit', '0'], '--limit: must be at least 1'],
    [2, ['tail', '{pad}', '--lines', '0'], '--lines: must be at least 1'],
    [2, ['search'], 'needs a query'],
    [2, ['append'], 'needs an id'],
    [2, ['new'], 'needs a title'],
    [2, ['new', '{workflow}'], 'needs a title'],
    [2, ['new', '--in', 'x'], 'needs a title'],
    [2, ['new', '{pad}', 'Title'], 'is a scratchpad', 'wuku pads append'],
    [2, ['new', '{workflow}', 'Title', '--scope', 'x'], '--scope needs --in'],
    [1, ['show', 'ffffffff'], 'No workflow and no scratchpad', 'wuku pads search'],
    [1, ['show', '{pad8}-zzz'], 'Did you mean {pad}'],
    [1, ['show', 'ab'], 'too short'],
    [1, ['tail', '{workflow}'], 'is the workflow "React 專案", not', 'wuku pads show'],
    [1, ['append', '{pad}'], 'nothing to append'],
  ])('ends with %i: %j', async (code, args, ...words) => {
    const ended = await pads(...args.map(filled))
    for (const word of words) expect(ended.stderr).toContain(filled(word))
    expect(ended).toMatchObject({ code, stdout: '' })
  })

  it.each<[input: string | Uint8Array, ...words: string[]]>([
    [Buffer.from([0, 159, 146, 150, 0, 1, 2, 3, 0xff, 0]), 'not text'],
    ['x'.repeat(1_048_580), '1048576 bytes', 'pads.bytes'],
    [' \n\n', 'nothing to append'],
  ])('refuses a pipe that holds %.20s', async (input, ...words) => {
    const { code, stderr } = await piped(input, 'append', pad)
    for (const word of words) expect(stderr).toContain(filled(word))
    expect(code).toBe(1)
  })

  it('leaves the scratchpad as it was', async () =>
    expect(lastLine((await pads('show', pad, '--json')).stdout)).toMatchObject({ scratchpad: { version: 1 } }))
})

describe('wuku pads tail --follow', () => {
  /** What came on both outputs so far, and a way to wait for more of it. */
  function following(...args: readonly string[]) {
    const child = start('tail', '--follow', ...args)
    onTestFinished(() => void child.kill('SIGKILL'))
    const seen = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (part: string) => (seen.out += part))
    child.stderr.setEncoding('utf8').on('data', (part: string) => (seen.err += part))
    const ended = once(child, 'close').then(([code]) => Number(code))
    const until = async (words: string): Promise<void> => {
      while (!`${seen.out}${seen.err}`.includes(words))
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended.then(brokenOff)])
    }
    return { child, seen, ended, until }
  }
  const brokenOff = (): never => {
    throw new Error('It ended before.')
  }

  it('prints what other processes add, says what was rewritten, and ends with Ctrl-C', async () => {
    const id = idOf(await piped('one\ntwo', 'new', workflow, 'Followed', '--json'))
    const { child, seen, ended, until } = following(id, '--lines', '1')
    await until('two\n')
    await pads('append', id, 'three')
    await until('three\n')
    expect(seen).toEqual({ out: 'two\n\n---\n<!--- block start --->\nthree\n', err: '' })
    const insertion = { id, mode: 'insert_at_line', line_number: 1, content: 'zero' }
    await house.wuku('call', 'update-scratchpad', JSON.stringify(insertion))
    await until('three\nthree\n')
    expect(seen.err).toBe('── rewritten by cli (update-scratchpad), version 3 ──\n')
    await house.wuku('call', 'rename-scratchpad', JSON.stringify({ id, title: 'Renamed' }))
    await pads('append', id, '四')
    await until('四\n')
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(seen.out).toBe(`two\n\n---\n<!--- block start --->\nthree\nthree\n\n---\n<!--- block start --->\n四\n`)
  })

  it('tells a program the same as lines of JSON, and ends when the scratchpad goes', async () => {
    const id = idOf(await piped('one', 'new', workflow, 'Followed too', '--json'))
    const { seen, ended, until } = following(id, '--json')
    await until('\n')
    await pads('append', id, '二')
    await until('"added"')
    await house.wuku('call', 'delete-scratchpad', JSON.stringify({ id }))
    expect(await ended).toBe(0)
    const [first, ...events] = seen.out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(first).toMatchObject({ scratchpad: { content: 'one', version: 1 } })
    expect(events).toEqual([
      { event: 'added', version: 2, by: 'cli', how: 'append-scratchpad', text: '\n\n---\n<!--- block start --->\n二' },
      { event: 'deleted' },
    ])
  })
})

describe('in a terminal of 80 columns', () => {
  /** On a busy machine a line shows progress until the answer comes. */
  // oxlint-disable-next-line no-control-regex
  const progress = /\r[^\r\n]*\u001B\[K/g
  const shown = async (...args: readonly string[]): Promise<string> =>
    (await runInTerminal(['pads', ...args], { cwd: house.folder, env: house.env })).stdout
      .replaceAll('\r\n', '\n')
      .replaceAll(progress, '')

  it('no line is longer, whatever things are called', async () => {
    const name = '前端開發的長期計畫與各種想法的集合，名字非常非常長，長到一行放不下為止還要更長一些'
    await piped(
      '文字 \u001B[31m',
      'new',
      '--in',
      name,
      '--scope',
      '/home/me/work/a-project-with-a-long-name',
      `標題 ${name} and more`,
    )
    for (const args of [[], ['--all'], ['search', '前端']]) {
      const lines = (await shown(...args)).split('\n')
      expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([])
      expect(lines.join('\n')).toContain('前端開發')
    }
  })

  it('nothing in a scratchpad commands the terminal', async () => {
    const id = idOf(await piped('red \u001B[31m text', 'new', workflow, 'Bell \u0007', '--json'))
    expect(await shown('show', id)).toContain('red ␛[31m text')
  })
})
