import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { provisionRuntime } from '../../scripts/provision-runtime.ts'
import { startHub, type HubServer } from '../contract/onnx/hub-server.ts'
import { meanings, writeCrossEncoder, writeHiddenModel } from '../contract/onnx/small-models.ts'
import { lastLine, openHouse, run, type Ended, type House } from './cli-house.ts'

let house: House
let hub: HubServer
let data = ''

beforeEach(async () => {
  house = openHouse()
  data = join(house.folder, 'data')
  const folder = join(house.folder, 'made')
  await writeHiddenModel(folder, { meanings, dimensions: 64 })
  hub = await startHub(await filesIn(folder))
})
afterEach(() => hub.close())

async function filesIn(folder: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = async (path: string) => [path.slice(folder.length + 1), await readFile(path)] as const
  return Object.fromEntries(await Promise.all(paths.map(read)))
}

const variables = (): Record<string, string> => ({ HF_ENDPOINT: hub.url, WUKU_DOCS_ALLOW_HOSTS: hub.cdnHost })

function wuku(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const launcher = join(import.meta.dirname, '..', '..', 'bin', 'wuku.js')
  return run([process.execPath, launcher, ...args], {
    cwd: house.folder,
    env: { ...house.env, ...variables(), ...env },
  })
}

const hasRuntime = async (): Promise<void> => {
  await mkdir(data, { recursive: true })
  await symlink(join(await provisionRuntime(), 'runtime'), join(data, 'runtime'))
}

const settingsNow = (): string => readFileSync(join(data, 'settings.yaml'), 'utf8')

describe('wuku models', () => {
  it('pulls a model, puts it into the settings, and it makes vectors', async () => {
    await hasRuntime()
    const pulled = await wuku(['models', 'pull', 'org/small'])
    expect(pulled).toMatchObject({ code: 0, stderr: '' })
    expect(pulled.stdout).toContain('wuku models use org/small')
    await writeFile(
      join(data, 'settings.yaml'),
      '# mine\nworkers: 2 # few\nmodels:\n  # of this machine\n  onnx: {threads: 1}\n',
    )
    expect(await wuku(['models', 'use', 'org/small'])).toMatchObject({ code: 0, stderr: '' })
    expect(settingsNow()).toBe(
      '# mine\nworkers: 2 # few\nmodels:\n  # of this machine\n  onnx: {threads: 1}\n  embedder:\n    provider: onnx\n    model: org/small\n',
    )
    const probed = await wuku(['call', 'embedding_probe', '{"text":"tide"}', '--json'])
    expect(lastLine(probed.stdout)).toMatchObject({ status: 'ok', dimensions: 64, diagnostics: { provider: 'onnx' } })
  })

  it('lists what is here, also as JSON, and takes it away', async () => {
    await hasRuntime()
    await wuku(['models', 'pull', 'org/small', '--quiet'])
    await wuku(['models', 'use', 'org/small', '-q'])
    expect((await wuku(['models'])).stdout).toMatch(
      /^org\/small {2}embedder {2}[\d.]+ kB {2}model {2}pulled {2}in use\n\n1 model\./,
    )
    expect(lastLine((await wuku(['models', '--json'])).stdout)).toMatchObject({
      models: [{ name: 'org/small', role: 'embedder', variants: ['model'], from: 'pulled', inUse: true }],
      runtime: true,
    })
    expect(await wuku(['models', 'remove', 'org/small'])).toMatchObject({ code: 0, stderr: '' })
    expect(settingsNow().trim()).toBe('{}')
    expect(existsSync(join(data, 'models/org/small'))).toBe(false)
  })

  it('uses a folder, as what its files say', async () => {
    await hasRuntime()
    const beside = { 'config.json': { architectures: ['XLMRobertaForSequenceClassification'] } }
    await writeCrossEncoder(join(house.folder, 'judge'), { meanings, beside })
    expect(lastLine((await wuku(['models', 'use', './judge', '--json'])).stdout)).toMatchObject({ role: 'reranker' })
    expect(settingsNow()).toContain(`reranker:\n    provider: onnx\n    model: ${join(house.folder, 'judge')}\n`)
    expect(await wuku(['models', 'remove', './judge'])).toMatchObject({ code: 0 })
    expect(existsSync(join(house.folder, 'judge'))).toBe(true)
  })

  it('installs what runs models where it is missing, unless it is told not to', async () => {
    const without = await wuku(['models', 'pull', 'org/small', '--no-runtime'])
    expect(without.stdout).toContain('The model runtime is missing: wuku parts add models')
    const programs = await standInForNpm()
    const installed = await wuku(['models', 'pull', '--runtime'], programs)
    expect(installed).toMatchObject({ code: 0, stderr: '', stdout: '✓ The model runtime is installed.\n' })
    expect(readFileSync(join(house.folder, 'npm-arguments'), 'utf8')).toContain(
      `ci --prefix ${join(data, 'runtime')} --ignore-scripts --no-audit --no-fund`,
    )
  })

  it('tells what npm said when it failed', async () => {
    const programs = await standInForNpm('echo "npm error network is down" >&2; exit 1')
    const failed = await wuku(['models', 'pull', '--runtime'], programs)
    expect(failed.code).toBe(1)
    expect(failed.stderr).toMatch(/could not install onnxruntime-node: npm error network is down\n.*npm ci --prefix/)
  })

  it('fetches nothing offline', async () => {
    const refused = await wuku(['models', 'pull', 'org/small'], { WUKU_OFFLINE: 'true' })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('"offline" forbids it') })
    expect(hub.asked).toEqual([])
  })

  it('never shows the token', async () => {
    hub.mischief = { gated: 'hf_right' }
    const refused = await wuku(['models', 'pull', 'org/small', '--json'], { HF_TOKEN: 'hf_wrong' })
    expect(refused.code).toBe(1)
    expect(refused.stdout + refused.stderr).toContain('HF_TOKEN')
    expect(refused.stdout + refused.stderr).not.toContain('hf_wrong')
  })

  it.each([
    [['models', 'use', 'org/none'], 1, 'wuku models pull org/none'],
    [['models', 'remove', 'org/none'], 1, 'not on this machine'],
    [['models', 'pull'], 2, 'needs a model'],
    [['models', 'pull', '../x'], 2, 'not a model name'],
    [['models', 'use', 'org/none', '--revision', 'x'], 2, 'has no flag --revision'],
    [['models', 'pul'], 2, 'wuku models pull'],
  ])('%j ends with %i', async (args, code, said) => {
    const ended = await wuku(args)
    expect(ended.code).toBe(code)
    expect(ended.stderr).toContain(said)
  })
})

/** The registry is not reached from a home folder that knows no mirror: what npm would leave is linked instead. */
async function standInForNpm(script?: string): Promise<Record<string, string>> {
  const folder = join(house.folder, 'programs')
  await mkdir(folder, { recursive: true })
  const runtime = join(await provisionRuntime(), 'runtime', 'node_modules')
  const lines = [
    '#!/bin/sh',
    `echo "$@" > '${join(house.folder, 'npm-arguments')}'`,
    script ?? `ln -s '${runtime}' "$3/node_modules"`,
  ]
  await writeFile(join(folder, 'npm'), `${lines.join('\n')}\n`)
  await chmod(join(folder, 'npm'), 0o755)
  return { PATH: [folder, process.env['PATH']].join(delimiter) }
}
