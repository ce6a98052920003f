import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { launcher, lastLine, openHouse, run, runInTerminal } from './cli-house.ts'
import { runCommand } from './run-command.ts'

const house = openHouse()
beforeAll(async () => {
  await house.wuku('add', house.notes, '--name', 'demo')
})

describe('what is asked rightly', () => {
  it.each<[args: readonly string[], ...words: string[]]>([
    [['version'], '0.1.0'],
    [['--version'], '0.1.0'],
    [['help'], '五库', 'recall <query>', '--help'],
    [['--help'], '五库'],
    [['help', 'recall'], 'wuku recall', '--budget N', 'Examples'],
    [['help'], 'qmd names: search, vsearch, query, get, multi-get, status'],
    [['recall', '--help'], 'wuku recall'],
    [['mcp', '--help'], 'default (', 'compat:qmd ('],
    [['docs', '--help'], 'import <address>', 'wuku docs <action> --help'],
    [
      ['docs', 'import', '--help'],
      'wuku docs import <address>',
      '--depth N',
      'Link depth from the first page',
      'hono.dev',
    ],
    [['docs', '--help', 'purge'], 'wuku docs purge', '--dry-run'],
    [['help', 'docs', 'import'], 'wuku docs import <address>'],
    [['help', 'chats', 'files'], 'wuku chats files <path>', '--edited'],
    [['recall', 'harbour dry'], 'tides.md', 'the harbour of Saltmarsh'],
    [['recall', '月亮'], '潮汐.md'],
    [['search', 'Cormorant', '--limit', '1'], 'demo/plans/harbour.md'],
    [['sources'], 'demo'],
    [['--json', 'sources'], '"demo"'],
    [
      ['recall', 'zzzqqq'],
      'Nothing found',
      'Try other words for the same thing; `wuku sources` lists what is indexed.',
    ],
    [['search', 'zzzqqq'], 'No results', '`wuku status` lists'],
    [['open', 'demo/tides.md'], '3: The moon pulls the sea'],
    [['call', 'search', '{"query": "Cormorant"}'], 'demo/plans/harbour.md'],
    [['call', 'search', '{"q": "Cormorant", "limit": "1", "collections": "demo"}'], 'demo/plans/harbour.md'],
    [['search', 'barge', 'Cormorant', '-n', '1', '-c', 'demo'], 'demo/plans/harbour.md'],
    [['multi-get', '*tides.md, 潮汐.md'], '── demo/tides.md  Tides\n# Tides', '── demo/潮汐.md  潮汐\n# 潮汐'],
  ])('wuku %j ends with 0', async (args, ...words) => {
    const { code, stdout, stderr } = await house.wuku(...args)
    expect(stderr).toBe('')
    for (const word of words) expect(stdout).toContain(word)
    expect(code).toBe(0)
  })

  it('keeps flags of other actions out of the page of one, and help to a screen', async () => {
    expect((await house.wuku('docs', 'which', '--help')).stdout).not.toContain('--depth')
    const { stdout } = await house.wuku('help')
    expect(stdout.split('\n').length).toBeLessThan(56)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('gives the structured answer as one line of JSON', async () => {
    const { stdout } = await house.wuku('recall', 'Saltmarsh', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ hits: [{ source: 'demo', path: 'tides.md' }] })
    expect(stdout.split('\n')).toHaveLength(2)
  })
})

describe('nothing found', () => {
  it.each<readonly string[]>([
    ['recall', 'zzzqqq'],
    ['search', 'zzzqqq'],
    ['query', 'zzzqqq'],
    ['pads', 'search', 'zzzqqq'],
    ['call', 'search', '{"query": "zzzqqq"}'],
  ])('by wuku %s %s is a failure where it was asked to be one', async (...args) => {
    expect(await house.wuku(...args, '--fail-empty')).toMatchObject({ code: 1, stderr: '' })
    expect(await house.wuku(...args)).toMatchObject({ code: 0, stderr: '' })
  })
  it('is none where something is found, or nothing is looked for', async () => {
    expect(await house.wuku('recall', 'Saltmarsh', '--fail-empty')).toMatchObject({ code: 0 })
    expect(await house.wuku('call', 'status', '--fail-empty')).toMatchObject({ code: 2 })
  })
})

it('links to files are for a terminal that shows them', async () => {
  const env = { ...house.env, FORCE_HYPERLINK: '1' }
  const shown = await runInTerminal(['recall', 'Saltmarsh'], { cwd: house.folder, env })
  const address = `${house.notes}/tides.md\u001B\\`
  expect(shown.stdout.split(address)).toHaveLength(3)
  expect(shown.stdout).toContain(`${address}demo/tides.md:`)
  const piped = [process.execPath, launcher, 'recall', 'Saltmarsh']
  expect((await run(piped, { cwd: house.folder, env })).stdout).not.toContain('\u001B')
})

describe('what is asked wrongly', () => {
  it.each<[code: number, args: readonly string[], ...words: string[]]>([
    [2, ['rcall', 'x'], 'no command "rcall"', 'Did you mean'],
    [2, ['recall'], '<query> is missing'],
    [2, ['settings', 'pads.byte'], 'no setting "pads.byte"', 'Did you mean "pads.bytes"?'],
    [2, ['chats', '--limit', '0'], '--limit: must be at least 1.'],
    [2, ['users', '--limit', '0'], '--limit: must be at least 1.'],
    [2, ['audit', '--limit', '0'], '"--limit" has'],
    [2, ['restore'], 'No place for backups', 'Name the folder'],
    [2, ['recall', 'x', '--limti', '3'], '--limti', 'Did you mean --limit?'],
    [2, ['recall', 'x', '--limit', '0'], '--limit'],
    [2, ['recall', 'x', '--mode', 'zebra'], '--mode'],
    [2, ['sources', 'x', 'y'], 'Unexpected argument'],
    [2, ['search', 'x', '--limit', '1', '-n', '2'], '--limit is given twice'],
    [2, ['help', 'docs', 'zebra'], 'no action "zebra"', 'wuku docs --help'],
    [2, ['help', 'zebra'], 'no command "zebra"'],
    [2, ['mcp', '--tools', 'zebra'], 'zebra', 'core'],
    [2, ['connect', 'zebra'], 'claude-code'],
    [1, ['recall', 'x', '--source', 'zebra'], 'zebra', 'demo'],
    [1, ['open', 'demo/tide.md'], 'tides.md'],
    [1, ['open', 'nonsense'], '`wuku sources`'],
    [1, ['docs', 'show', 'zebra'], '`wuku docs` lists those'],
    [1, ['add', '/not/there'], '/not/there'],
    [1, ['call', 'zebra'], 'no operation "zebra"'],
    [1, ['call', 'search', '{"zebra": 1}'], 'zebra'],
    [2, ['call', 'search', '{'], 'not valid JSON'],
  ])('ends with %i: %j', async (code, args, ...words) => {
    const ended = await house.wuku(...args)
    expect(ended.stdout).toBe('')
    for (const word of words) expect(ended.stderr).toContain(word)
    expect(ended.code).toBe(code)
  })

  it('is told as JSON too when JSON was asked for', async () => {
    const { stdout, code } = await house.wuku('recall', 'x', '--source', 'zebra', '--json')
    expect(lastLine(stdout)).toMatchObject({ error: { code: 'unknown-source', remedy: expect.any(String) } })
    expect(code).toBe(1)
  })
})

describe('wuku alone', () => {
  it('speaks MCP when standard input is no terminal, and ends with it', async () =>
    expect(await house.wuku()).toEqual({ code: 0, stdout: '', stderr: '' }))

  it('shows help in a terminal that cannot be drawn in', async () => {
    const { code, stdout } = await runInTerminal([], { cwd: house.folder, env: { ...house.env, TERM: 'dumb' } })
    expect(stdout).toContain('Five storehouses')
    expect(code).toBe(0)
  })
})

it('colours are for a terminal that wants them', async () => {
  const env = { ...house.env, NO_COLOR: '' }
  const shown = async (wanted: NodeJS.ProcessEnv) =>
    (await runInTerminal(['help'], { cwd: house.folder, env: wanted })).stdout
  expect(await shown(env)).toContain('\u001B[1m')
  expect(await shown(house.env)).not.toContain('\u001B[1m')
  const piped = async (wanted: NodeJS.ProcessEnv) =>
    (await runCommand(['recall', 'Saltmarsh'], { cwd: house.folder, env: wanted })).stdout
  expect(await piped(env)).not.toContain('\u001B')
  expect(await piped({ ...env, FORCE_COLOR: '1' })).toContain('\u001B[1m')
})

it('is quiet when the reader leaves', async () => {
  const line = `'${process.execPath}' '${launcher}' call status | true; echo "\${PIPESTATUS[0]}"`
  const ended = await run(['bash', '-c', line], { cwd: house.folder, env: house.env })
  expect(ended).toEqual({ code: 0, stdout: '0\n', stderr: '' })
})

describe('the launcher on a Node that is too old', () => {
  it('starts the one that npm put beside it', async () => {
    const old = join(house.folder, 'old.cjs')
    await writeFile(
      old,
      `if (!process.env.WUKU_STARTED_BY) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`,
    )
    const { stdout, code } = await run(
      [process.execPath, '--require', old, launcher, 'recall', 'Saltmarsh', '--json'],
      { cwd: house.folder, env: house.env },
    )
    expect(JSON.parse(stdout)).toMatchObject({ hits: [{ path: 'tides.md' }] })
    expect(code).toBe(0)
  })

  it('says what to install when there is none', async () => {
    const old = join(house.folder, 'older.cjs')
    await writeFile(
      old,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '12.0.0' } })`,
    )
    const env = { ...house.env, WUKU_STARTED_BY: '/opt/older', WUKU_OFFLINE: '1' }
    const ended = await run([process.execPath, '--require', old, launcher, 'version'], { cwd: house.folder, env })
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('22.18') })
  })
})
