import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHome, wuku } from '../mcp-home.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [wuku, ...args], {
    env: { ...home.env, ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('a server lives on in the background until it is told to stop', async () => {
  expect(run(['mcp', 'stop']).stdout).toMatch(/^No server runs/)
  const begun = run(['mcp', '--http', '--port', '0', '--daemon', '--json'])
  expect(begun.status, begun.stderr).toBe(0)
  const { url, log } = JSON.parse(begun.stdout) as { readonly url: string; readonly log: string }
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(run(['mcp', '--http', '--daemon']).stderr).toContain(`runs at ${url}`)
  expect(await readFile(log, 'utf8')).toContain('"/healthz"')
  expect(run(['mcp', 'stop']).stdout).toContain(`The server at ${url}`)
  await expect(fetch(url)).rejects.toThrow()
  expect(run(['mcp', 'stop', '--json']).stdout).toBe('{"stopped":false}\n')
})

it('a server that cannot start says why', () => {
  const { status, stderr } = run(['mcp', '--http', '--host', '0.0.0.0', '--daemon'])
  expect([status, stderr]).toEqual([1, expect.stringContaining('does not listen on 0.0.0.0')])
})

it.each([
  [['mcp', '--daemon'], '--http'],
  [['mcp', 'start'], '"start"'],
  [['serve', '--install', '--uninstall'], 'exclude'],
  [['serve', '--dry-run'], '--install'],
])('%o is wrong usage', (args, said) => {
  const { status, stderr } = run(args)
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
})

/** A `systemctl` that notes what it is asked for: the real one would change this machine. */
async function noteCommands(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'systemctl'), `#!/bin/sh\necho "$@" >> '${folder}/asked'\n`)
  await chmod(join(folder, 'systemctl'), 0o755)
  return join(folder, 'asked')
}

it.runIf(process.platform === 'linux')('a service of the user is set up, and taken out', async () => {
  const [bin, unit] = [join(home.folder, 'bin'), join(home.folder, '.config/systemd/user/wuku.service')]
  expect(run(['serve', '--install', '--dry-run']).stdout).toContain('$ systemctl --user enable wuku.service')
  expect(run(['serve', '--uninstall']).stdout).toContain('There is no service')
  expect(run(['serve', '--install'], { PATH: '/nowhere' }).stderr).toMatch(
    /systemd is not there.*\n.*wuku mcp --http --daemon/s,
  )

  const asked = await noteCommands(bin)
  const env = { PATH: `${bin}:${process.env['PATH']}` }
  const { stdout, stderr, status } = run(['serve', '--install', '--port', '0', '--json'], env)
  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({ manager: 'systemd', file: unit, installed: true })
  expect(await readFile(unit, 'utf8')).toContain(`"${wuku}" "serve" "--port" "0"`)
  const verified = spawnSync('systemd-analyze', ['--user', 'verify', unit], { encoding: 'utf8' })
  if (!verified.error) expect(verified.stderr).not.toContain('wuku.service')

  expect(run(['serve', '--uninstall'], env).stdout).toContain('taken out')
  await expect(readFile(unit)).rejects.toThrow()
  expect((await readFile(asked, 'utf8')).trim().split('\n')).toEqual([
    '--user daemon-reload',
    '--user enable wuku.service',
    '--user restart wuku.service',
    '--user disable --now wuku.service',
    '--user daemon-reload',
  ])
})
