import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `node bench/corpus.ts <target folder> <folder>=<files> ...
Copies so many Markdown files of each folder, chosen by the SHA-1 of their paths. The corpus of bench/results/speed.md:
  for repository in MicrosoftDocs/win32 MicrosoftDocs/cpp-docs MicrosoftDocs/windows-driver-docs-ddi \\
      doocs/leetcode tldr-pages/tldr freeCodeCamp/i18n-curriculum; do
    git clone --depth 1 https://github.com/$repository
  done
  for language in chinese chinese-traditional japanese german korean; do
    mv i18n-curriculum/curriculum/challenges/$language fcc-$language
  done
  node bench/corpus.ts md-200k win32=48000 cpp-docs=9700 windows-driver-docs-ddi=24300 leetcode=8200 tldr=38300 \\
    fcc-chinese=16600 fcc-chinese-traditional=16600 fcc-japanese=16600 fcc-german=16600 fcc-korean=5100
  node bench/speed.ts --corpus md-200k
docs/performance.md says more.`

export const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

/** Paths of Markdown files below a folder that hold something; hidden ones, which nobody indexes, and links are left out. */
export const markdownFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/(^|[\\/])\./.test(path) && statSync(join(folder, path)).size > 0)

/** The same files on every machine, spread over all folders. */
export const chooseFiles = (paths: readonly string[], most: number): readonly string[] =>
  paths
    .map((path) => ({ path, order: sha1(path.replaceAll('\\', '/')) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path)

function copyChosen(target: string, parts: readonly string[]): void {
  for (const part of parts) {
    const [, source = '', files = ''] = /^(.+)=(\d+)$/.exec(part) ?? []
    if (!existsSync(source)) throw new Error(`"${part}" is not <folder>=<files>, or the folder is not there.`)
    const folder = resolve(source)
    const chosen = chooseFiles(markdownFiles(folder), Number(files))
    for (const path of chosen) cpSync(join(folder, path), join(target, source.split(/[\\/]/).at(-1) ?? '', path))
    console.log(`${chosen.length} files of ${source}`)
  }
}

if (import.meta.main) {
  const [target, ...parts] = parseArgs({ allowPositionals: true }).positionals
  if (target && parts.length > 0) copyChosen(target, parts)
  else console.log(USAGE)
}
