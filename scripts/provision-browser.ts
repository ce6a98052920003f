/** Fetches the browser that the tests of the console drive, and fonts that draw both languages. Nothing is installed in the system. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const shelf = join(import.meta.dirname, '..', '.cache', 'browser')
const chromium = { name: '@sparticuz/chromium', version: '153.0.0' } as const
/** Packages of Debian: Chinese, a plain sans and a monospaced face. */
const fontPackages = ['fonts-wqy-microhei', 'fonts-inter', 'fonts-jetbrains-mono'] as const

export interface Browser {
  readonly program: string
  readonly env: Readonly<Record<string, string>>
}

/** Debian's Chromium where it is installed; else one from npm that needs no library of the system. */
export async function provisionBrowser(): Promise<Browser> {
  const env = { FONTCONFIG_FILE: await fonts() }
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  if (installed !== undefined) return { program: installed, env }
  const folder = await once(`chromium-${chromium.version}`, async (place) => {
    await writeFile(join(place, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const args = ['install', '--prefix', place, ...flags, `${chromium.name}@${chromium.version}`]
    const { status } = spawnSync('npm', args, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error('npm could not fetch Chromium. The tests of the console need a registry once.')
  })
  const module = createRequire(join(folder, 'package.json')).resolve(chromium.name)
  const { default: packed } = (await import(module)) as {
    readonly default: { executablePath(): Promise<string> }
  }
  return { program: await packed.executablePath(), env }
}

/** Without Debian's packages, pages are drawn with the fonts of the machine: tests hold, pictures lack Chinese. */
async function fonts(): Promise<string> {
  const folder = await once('fonts', async (place) => {
    for (const name of fontPackages) {
      const { status } = spawnSync('apt-get', ['download', name], { cwd: place, stdio: 'ignore' })
      if (status !== 0) console.log(`The font package ${name} cannot be fetched: pictures are drawn without it.`)
    }
    for (const file of (await readdir(place)).filter((each) => each.endsWith('.deb')))
      execFileSync('dpkg-deb', ['-x', file, 'root'], { cwd: place })
  })
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(folder, 'root')}</dir><dir>/usr/share/fonts</dir><cachedir>${join(folder, 'cache')}</cachedir>
<match><test name="family"><string>system-ui</string></test><edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit></match>
<match><test name="family"><string>ui-monospace</string></test><edit name="family" mode="prepend" binding="strong"><string>JetBrains Mono</string></edit></match>
</fontconfig>
`,
  )
  return file
}

/** Two test runs may fetch at once: an entry on the shelf is complete, whichever was first. */
async function once(name: string, fill: (place: string) => Promise<void>): Promise<string> {
  const place = join(shelf, name)
  if (existsSync(place)) return place
  const aside = `${place}.${process.pid}`
  await mkdir(aside, { recursive: true })
  await fill(aside)
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
  return place
}

if (import.meta.main) await provisionBrowser()
