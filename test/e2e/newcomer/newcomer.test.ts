import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Release } from '../../../scripts/provision-old-node.ts'
import { isWhole } from '../../scale.ts'
import { newcomerWith, type Newcomer } from './newcomer.ts'

/** Fetches some 45 MB where npm's cache is cold. */
/** What a package without its optional parts may take on a disk. */
const MOST_KILOBYTES = 15_000

/** Node 20 is given a Node 24, so that what one of the two shows of the program the other does. */
const isOther = (release: Release): boolean => isWhole || release !== 24

describe.each([20, 22, 24] as const)('a newcomer with Node %i', (release) => {
  let newcomer: Newcomer
  const wuku: Newcomer['wuku'] = (...words) => newcomer.wuku(...words)
  beforeAll(async () => {
    newcomer = await newcomerWith(release)
  })
  afterAll(() => newcomer.leave())

  it('installs one light package, without a warning', () => {
    expect(newcomer.installed).toMatchObject({ code: 0, stdout: expect.stringContaining('added 1 package') })
    expect(newcomer.installed.stderr).not.toMatch(/warn|error/i)
    const [kilobytes] = execFileSync('du', ['-sk', newcomer.package], { encoding: 'utf8' }).split('\t')
    expect(Number(kilobytes)).toBeLessThan(MOST_KILOBYTES)
  })

  it('starts it; an older Node fetches a newer one once, and says so', async () => {
    const first = await wuku('--version')
    expect(first).toMatchObject({ code: 0, stdout: '0.1.0\n' })
    expect(first.stderr).toMatch(release === 20 ? /^wuku fetches node-.*\n$/ : /^$/)
    expect(await wuku('--version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
  })

  it('adds, asks and reads code, and hears no warning', async () => {
    expect(await wuku('start', 'notes')).toMatchObject({ code: 0, stdout: expect.stringContaining('wuku connect') })
    expect(await wuku('add', 'code', '--kind', 'code')).toMatchObject({ code: 0 })
    const { code, stdout, stderr } = await wuku('recall', 'which harbour runs dry')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('tides.md')
    expect((await wuku('call', 'find_symbol', '{"symbol":"departFrom"}')).stdout).toContain('ferry.ts')
    expect(await wuku('mcp')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it.runIf(isOther(release))('is told which command reads PDF files, and reads them after it', async () => {
    const added = await wuku('add', 'papers')
    expect(added.stdout + added.stderr).toContain('wuku parts add pdf')
    expect((await wuku('doctor')).stdout).toMatch(/part pdf +Not installed \(optional, 65 MB\).*wuku parts add pdf/)
    expect(await wuku('parts', 'add', 'pdf')).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ pdf') })
    expect((await wuku('parts')).stdout).toMatch(/pdf .*installed\nmodels .*wuku parts add models/)
    await wuku('index')
    expect((await wuku('recall', 'quokka barge')).stdout).toContain('barge.pdf')
  })

  it('connects agents, makes a backup and restores it', async () => {
    for (const client of ['claude-code', 'codex', 'gemini'])
      expect(await wuku('connect', client, '--guide')).toMatchObject({ code: 0 })
    await wuku('call', 'create-workflow', '{"name":"Move","project_scope":"harbour"}')
    expect(await wuku('backup', 'copy')).toMatchObject({ code: 0 })
    expect(await wuku('restore', 'copy', '--replace', '--yes')).toMatchObject({ code: 0 })
    expect((await wuku('pads')).stdout).toContain('Move')
    expect((await wuku('recall', 'which harbour runs dry')).stdout).toContain('tides.md')
  })

  it.runIf(isOther(release))('sees the console of the server', async () => {
    const launcher = join(newcomer.package, 'bin/wuku.js')
    const child = spawn(join(newcomer.folder, 'bin/node'), [launcher, 'serve', '--port', '0', '--json'], newcomer)
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line')
      const { url }: { url: string } = JSON.parse(line)
      const page = await (await fetch(url)).text()
      const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
      expect((await fetch(new URL(script, url))).headers.get('content-type')).toContain('javascript')
    } finally {
      child.kill()
      await once(child, 'close')
    }
  })

  it('takes wuku off again, and no file is left that was not named', async () => {
    const shown = await wuku('uninstall', '--dry-run')
    expect(shown.stdout).toMatch(/goes +Claude Code \(server\).*\n[^]*stays +data/)
    expect(await wuku('uninstall', '--purge')).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect((await wuku('recall', 'which harbour runs dry')).stdout).toContain('tides.md')
    const kept = await wuku('uninstall')
    expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining('npm uninstall -g wuku') })
    const gone = await wuku('uninstall', '--purge', '--yes')
    expect(gone).toMatchObject({ code: 0, stdout: expect.stringMatching(/gone +data/) })
    // An older Node has fetched another again, to run these.
    await wuku('uninstall')
    expect(await newcomer.npm('uninstall', '--global', 'wuku')).toMatchObject({ code: 0 })
    const said = shown.stdout + kept.stdout + gone.stdout
    const files = readdirSync(newcomer.home, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    const paths = files.map((file) => join(file.parentPath, file.name))
    expect(paths.filter((path) => !said.includes(path))).toEqual([])
    expect(existsSync(newcomer.package)).toBe(false)
  })
})

it('the package says where it comes from, and brings no dependency and no install script', async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  expect(Object.keys(manifest)).toEqual(expect.arrayContaining(['repository', 'homepage', 'bugs', 'keywords']))
  for (const key of ['dependencies', 'optionalDependencies', 'peerDependencies'])
    expect(manifest).not.toHaveProperty(key)
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(manifest.scripts).not.toHaveProperty(script)
})
