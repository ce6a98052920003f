import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { lastLine, launcher, openHouse, run, type House } from './cli-house.ts'

let house: House
beforeEach(() => void (house = openHouse()))

const inHome = (path: string): string => join(house.folder, path)

async function given(path: string, text: string): Promise<void> {
  await mkdir(dirname(inHome(path)), { recursive: true })
  await writeFile(inHome(path), text)
}

describe('wuku connect', () => {
  it('shows what it would write, and writes nothing', async () => {
    const { code, stdout } = await house.wuku('connect', 'cursor', '--dry-run')
    expect(stdout).toContain('+     "wuku": {')
    expect(code).toBe(0)
    expect(existsSync(inHome('.cursor/mcp.json'))).toBe(false)
  })

  it('writes an entry that starts this wuku with this data folder', async () => {
    await given('.cursor/mcp.json', '{\n  // mine\n  "mcpServers": {}\n}\n')
    expect((await house.wuku('connect', 'cursor')).code).toBe(0)
    const written = await readFile(inHome('.cursor/mcp.json'), 'utf8')
    expect(written).toContain('// mine')
    const { mcpServers } = JSON.parse(written.replace('// mine', '')) as { mcpServers: { wuku: Entry } }
    expect(mcpServers.wuku).toEqual({
      command: process.execPath,
      args: [launcher, 'mcp'],
      env: { WUKU_HOME: house.env['WUKU_HOME'] },
    })
    const { command, args, env } = mcpServers.wuku
    expect(await run([command, ...args], { cwd: house.folder, env: { ...house.env, ...env } })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('does nothing twice, and undoes what it did', async () => {
    await given('.codex/config.toml', 'model = "x"\n')
    await house.wuku('connect', 'codex')
    expect(lastLine((await house.wuku('connect', 'codex', '--json')).stdout)).toMatchObject({ changed: false })
    expect((await house.wuku('connect', 'codex', '--remove')).stdout).not.toContain('hooks.json')
    expect(await readFile(inHome('.codex/config.toml'), 'utf8')).toBe('model = "x"\n')
  })

  it('knows projects and their limits', async () => {
    expect((await house.wuku('connect', 'vscode', '--project')).code).toBe(0)
    const shared = await readFile(inHome('.vscode/mcp.json'), 'utf8')
    expect(JSON.parse(shared)).toEqual({
      servers: { wuku: { type: 'stdio', command: 'npx', args: ['-y', 'wuku', 'mcp'] } },
    })
    expect((await findings()).findings).toContainEqual(expect.objectContaining({ about: 'agent', state: 'ok' }))
    expect((await house.wuku('connect', 'costrict')).code).toBe(0)
    expect(existsSync(inHome('.roo/mcp.json'))).toBe(true)
    expect((await house.wuku('connect', 'costrict', '--global')).code).toBe(2)
    expect((await house.wuku('connect', 'windsurf', '--project')).code).toBe(2)
  })

  it('adds a guide and a hook that answers, shows them, and takes them out alone', async () => {
    await given('.claude/settings.json', '{\n  "model": "opus"\n}\n')
    expect((await house.wuku('connect', 'claude-code', '--guide')).code).toBe(0)
    expect(await readFile(inHome('.claude/skills/wuku/SKILL.md'), 'utf8')).toContain('`recall`')
    const settings = JSON.parse(await readFile(inHome('.claude/settings.json'), 'utf8')) as ClaudeSettings
    expect(Object.keys(settings.hooks)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUseFailure',
    ])
    const [{ matcher, hooks } = { matcher: '', hooks: [] }] = settings.hooks.SessionStart
    expect(matcher).toBe('startup|resume|clear|compact')
    expect(await run(['sh', '-c', hooks[0]?.command ?? ''], { cwd: house.folder, env: house.env })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect((await findings()).findings).toContainEqual(
      expect.objectContaining({ about: 'agent', said: expect.stringContaining('with guide and hook') }),
    )
    expect((await findings()).findings).toContainEqual(
      expect.objectContaining({ about: 'hook', said: 'Claude Code has a hook, and has reported no event yet.' }),
    )
    await house.wuku('connect', 'claude-code', '--no-guide')
    expect(await readFile(inHome('.claude/settings.json'), 'utf8')).toBe('{\n  "model": "opus"\n}\n')
    expect(existsSync(inHome('.claude/skills'))).toBe(false)
    expect(await readFile(inHome('.claude.json'), 'utf8')).toContain('"wuku"')
    await house.wuku('connect', 'claude-code', '--remove')
    expect(existsSync(inHome('.claude.json'))).toBe(false)
  })

  it('leaves a line for those who have no wuku in the hook of a project', async () => {
    await house.wuku('connect', 'claude-code', '--project', '--guide')
    const settings = JSON.parse(await readFile(inHome('.claude/settings.json'), 'utf8')) as ClaudeSettings
    const command = settings.hooks.SessionStart[0]?.hooks[0]?.command ?? ''
    expect(command).toBe('wuku hook || exit 0')
    expect(await run(['sh', '-c', command], { cwd: house.folder, env: { PATH: '/usr/bin:/bin' } })).toMatchObject({
      code: 0,
      stdout: '',
    })
  })

  it('prints what to paste where only the program itself may write', async () => {
    const { code, stdout } = await house.wuku('connect', 'cherry-studio')
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing was written')
    const link = /cherrystudio:\/\/mcp\/install\?servers=(\S+)/.exec(stdout)?.[1] ?? ''
    expect(JSON.parse(Buffer.from(decodeURIComponent(link), 'base64').toString())).toMatchObject({
      mcpServers: { wuku: { command: process.execPath, args: [launcher, 'mcp'] } },
    })
    expect((await house.wuku('connect', 'jetbrains-ai')).stdout).toContain('AI Assistant')
  })

  it('writes nothing into settings that it cannot read', async () => {
    await given('.claude.json', '{"mcpServers": {')
    const { code, stderr } = await house.wuku('connect', 'claude-code')
    expect(stderr).toContain('Nothing was written')
    expect(code).toBe(1)
    expect(await readFile(inHome('.claude.json'), 'utf8')).toBe('{"mcpServers": {')
  })
})

interface Started {
  readonly sample: {
    readonly query: string
    readonly hits: readonly { readonly document: { readonly path: string } }[]
  }
}

interface ClaudeSettings {
  readonly hooks: {
    readonly SessionStart: readonly {
      readonly matcher: string
      readonly hooks: readonly { readonly command: string }[]
    }[]
  }
}

interface Entry {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

describe('wuku start', () => {
  it('takes in a folder and tells how an agent comes to it', async () => {
    const { code, stdout, stderr } = await house.wuku('start', house.notes)
    expect(stderr).toBe('')
    for (const words of ['notes/notes', '3 documents', 'recall', 'claude mcp add', 'codex mcp add', launcher])
      expect(stdout).toContain(words)
    expect(code).toBe(0)
    expect((await house.wuku('recall', '涨潮')).stdout).toContain('潮汐.md')
  })

  it('asks a question that is a sentence, and that finds what it is about', async () => {
    const { sample } = lastLine((await house.wuku('start', house.notes, '--json')).stdout) as Started
    const asked = {
      'The moon pulls the sea, and the harbour of Saltmarsh runs dry twice a day': 'tides.md',
      'Dredging starts in March with the barge Cormorant': 'plans/harbour.md',
      '月亮牵引海水，每天两次涨潮': '潮汐.md',
    }
    expect(Object.entries(asked)).toContainEqual([sample.query, sample.hits[0]?.document.path])
  })

  it('says that an empty folder has nothing to index', async () => {
    await mkdir(inHome('empty'))
    expect((await house.wuku('start', inHome('empty'))).stdout).toContain('Nothing to index here: name a folder')
  })

  it('says how many files were left out and why', async () => {
    for (const name of ['a.png', 'b.png', '.hidden.md']) house.write(name, 'x')
    expect((await house.wuku('start', house.notes)).stdout).toContain(
      '  · 3 files left out: 2 of other formats, 1 hidden\n',
    )
  })

  it('may be repeated', async () => {
    await house.wuku('start', house.notes)
    expect(lastLine((await house.wuku('start', house.notes, '--json')).stdout)).toMatchObject({
      report: { added: 0, unchanged: 3 },
    })
  })
})

const findings = async () =>
  lastLine((await house.wuku('doctor', '--json')).stdout) as { findings: { about: string; state: string }[] }

describe('wuku doctor', () => {
  it('finds nothing that fails in a fresh house', async () => {
    expect((await house.wuku('doctor')).code).toBe(0)
    expect((await findings()).findings.every(({ state }) => state !== 'fail')).toBe(true)
  })

  it('notices a source that is gone and an agent that is connected', async () => {
    await house.wuku('add', house.notes, '--name', 'demo')
    await house.wuku('connect', 'gemini')
    await rm(house.notes, { recursive: true })
    expect((await findings()).findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ about: 'notes/demo', state: 'warn' }),
        expect.objectContaining({ about: 'agent', state: 'ok' }),
      ]),
    )
  })

  it('fails when the data folder cannot be used', async () => {
    await writeFile(inHome('data'), 'a file where a folder should be')
    const { code, stdout } = await house.wuku('doctor')
    expect(stdout).toContain('✗ data folder')
    expect(code).toBe(1)
  })
})
