/** Makes the bundle that desktop clients install by a double click (MCPB), packed by the tool of its makers. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { provisionSchemas } from './provision-schemas.ts'
import { manifest, root } from './release.ts'

const { values } = parseArgs({ options: { to: { type: 'string', default: 'release' } } })
const folder = resolve(values.to)
const work = mkdtempSync(join(tmpdir(), 'wuku-bundle-'))
try {
  const { files }: { files: readonly string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files.filter((each) => !each.startsWith('!'))])
    cpSync(join(root, name), join(work, name), { recursive: true })
  cpSync(join(root, 'deploy/packaging/mcpb/manifest.json'), join(work, 'manifest.json'))
  mkdirSync(folder, { recursive: true })
  const made = join(folder, `${manifest.name}-${manifest.version}.mcpb`)
  const mcpb = join(await provisionSchemas('@anthropic-ai/mcpb'), 'dist/cli/cli.js')
  execFileSync(process.execPath, [mcpb, 'pack', work, made], { stdio: ['ignore', 'ignore', 'inherit'] })
  console.log(made)
} finally {
  rmSync(work, { recursive: true })
}
