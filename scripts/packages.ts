/** Packages of systems, made of single executables: one of Debian, a formula of Homebrew, a manifest of Scoop. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { nameOf, type Platform } from './executables.ts'
import { manifest, root } from './release.ts'

const {
  homepage,
  description,
  repository,
}: Readonly<Record<'homepage' | 'description', string>> & { readonly repository: { readonly url: string } } =
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const source = repository.url.replace(/^git\+|\.git$/g, '')
const addressOf = (platform: Platform): string => `${source}/releases/download/v${manifest.version}/${nameOf(platform)}`

/** Checksums of executables, by platform. */
export type Sums = Readonly<Partial<Record<Platform, string>>>

const debianNames = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' } as const

/** The path of the package. It needs no script: nothing is to be done but to lay files down. */
export function makeDebian(executable: string, platform: keyof typeof debianNames, folder: string): string {
  const architecture = debianNames[platform]
  const work = mkdtempSync(join(tmpdir(), 'wuku-debian-'))
  const put = (path: string, content: string | { readonly copyOf: string }, mode = 0o644): void => {
    const place = join(work, path)
    mkdirSync(dirname(place), { recursive: true, mode: 0o755 })
    if (typeof content === 'string') writeFileSync(place, content)
    else copyFileSync(content.copyOf, place)
    chmodSync(place, mode)
  }
  chmodSync(work, 0o755)
  try {
    put('usr/bin/wuku', { copyOf: executable }, 0o755)
    put('usr/lib/systemd/user/wuku.service', { copyOf: join(root, 'deploy/packaging/debian/wuku.service') })
    put('usr/share/doc/wuku/copyright', copyright())
    const kilobytes = Math.ceil(statSync(executable).size / 1024) + 64
    put('DEBIAN/control', control(architecture, kilobytes))
    const made = join(folder, `wuku_${manifest.version}_${architecture}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', work, made], { stdio: 'ignore' })
    return made
  } finally {
    rmSync(work, { recursive: true })
  }
}

const control = (architecture: string, kilobytes: number): string => `Package: wuku
Version: ${manifest.version}
Section: utils
Priority: optional
Architecture: ${architecture}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1
Maintainer: The wuku maintainers <maintainers@wuku.invalid>
Homepage: ${homepage}
Description: private context engine for AI agents
 ${description}
 It answers agents over MCP, and people on the command line and in a browser.
`

/** All that is passed on, with its licence. */
const copyright = (): string =>
  ['LICENSE', 'NOTICE', 'dist/THIRD-PARTY-LICENSES', 'dist/grammars/LICENSES']
    .map((file) => readFileSync(join(root, file), 'utf8').trim())
    .join('\n\n')

/** A formula of Homebrew: platforms without a checksum are left out. */
export function formulaOf(sums: Sums): string {
  const one = (block: string, platform: Platform): string => {
    const sum = sums[platform]
    if (sum === undefined) return ''
    return `    ${block} do\n      url "${addressOf(platform)}"\n      sha256 "${sum}"\n    end\n`
  }
  const system = (block: string, name: 'darwin' | 'linux'): string => {
    const inside = one('on_arm', `${name}-arm64`) + one('on_intel', `${name}-x64`)
    return inside === '' ? '' : `  ${block} do\n${inside}  end\n\n`
  }
  return `class Wuku < Formula
  desc "Private context engine for AI agents"
  homepage "${homepage}"
  version "${manifest.version}"
  license "Apache-2.0"

${system('on_macos', 'darwin')}${system('on_linux', 'linux')}  def install
    bin.install Dir["wuku-*"].first => "wuku"
  end

  service do
    run [opt_bin/"wuku", "serve"]
    keep_alive crashed: true
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/wuku --version").strip
  end
end
`
}

/** A manifest of Scoop; the part behind # is the name of the file. */
export const scoopOf = (sum: string): object => ({
  version: manifest.version,
  description,
  homepage,
  license: 'Apache-2.0',
  architecture: { '64bit': { url: `${addressOf('win32-x64')}#/wuku.exe`, hash: sum } },
  bin: 'wuku.exe',
  checkver: { github: source },
  autoupdate: {
    architecture: { '64bit': { url: `${source}/releases/download/v$version/wuku-$version-win32-x64.exe#/wuku.exe` } },
  },
})

/** The executables that lie in the folder are covered; others are left out. */
export function sumsIn(folder: string): Sums {
  const platforms = (['darwin', 'linux', 'win32'] as const).flatMap(
    (system) => [`${system}-arm64`, `${system}-x64`] as const,
  )
  const there = platforms.filter((platform) => existsSync(join(folder, nameOf(platform))))
  return Object.fromEntries(there.map((platform) => [platform, sha256(join(folder, nameOf(platform)))]))
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

if (import.meta.main) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: 'release' } } })
  const folder = resolve(values.to)
  const sums = sumsIn(folder)
  for (const platform of ['linux-x64', 'linux-arm64'] as const)
    if (sums[platform] !== undefined) console.log(makeDebian(join(folder, nameOf(platform)), platform, folder))
  writeFileSync(join(folder, 'wuku.rb'), formulaOf(sums))
  const windows = sums['win32-x64']
  if (windows !== undefined) writeFileSync(join(folder, 'wuku.json'), `${JSON.stringify(scoopOf(windows), null, 4)}\n`)
}
