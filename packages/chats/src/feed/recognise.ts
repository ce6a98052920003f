import { append } from '@wuku/core/list-helpers'
import { basename, extname, join } from 'node:path'
import type { Kind } from '@wuku/core/core-types'
import { chatPlaceOf } from './chat-places.ts'
import { createPathSelection } from '@wuku/folders/path-selection'
import { readEntries } from '@wuku/folders/entries'
import { findRootFolder, type RootFolder } from '@wuku/folders/root-folder'
import { codePolicy, type IgnorePolicy } from '@wuku/folders/ignore-policy'
import { createWalk, folderAt, silent, walkFolder } from '@wuku/folders/walk'
import type { Recognised } from '@wuku/kernel/base/parts/engine-sources'

/** Whether a file (absolute, real) is a database or an export that holds conversations. */
export type HoldsChats = (file: string) => Promise<boolean>

/**
 * The storehouse of a folder or file if its user names none. Its top names decide, and if they say nothing, the
 * majority of its files.
 */
export async function recogniseRoot(root: string, holdsChats: HoldsChats = async () => false): Promise<Recognised> {
  const foundRoot = findRootFolder(root)
  if (!foundRoot) return { kind: 'notes' }
  if (foundRoot.only !== undefined) return { kind: await recogniseFile(root, holdsChats) }
  const names = readEntries({ path: '', at: root }, silent).map(({ name }) => name)
  if (names.some((name) => vaults.has(name))) return { kind: 'notes' }
  if (names.some(isManifest)) return { kind: 'code' }
  if (!names.includes('.git') && (chatPlaceOf(root) || (await hasExports(root, names, holdsChats))))
    return { kind: 'chats' }
  const counts = await countFiles(foundRoot)
  const { code, prose, pages, all } = counts
  if (names.includes('.git')) return guessed(prose >= FEW && prose > NEARLY_ALL * all ? 'notes' : 'code', counts)
  const weightedCounts = { ...counts, prose: prose + pages / 2 }
  return guessed(code > weightedCounts.prose ? 'code' : 'notes', weightedCounts)
}

/** Doubtful is a guess against so large a share of the files that say something. */
const DOUBTFUL = 1 / 3

function guessed(kind: 'code' | 'notes', { code, prose }: { code: number; prose: number }): Recognised {
  const against = kind === 'code' ? prose : code
  return against > DOUBTFUL * (code + prose) ? { kind, mayBe: kind === 'code' ? 'notes' : 'code' } : { kind }
}

async function recogniseFile(file: string, holdsChats: HoldsChats): Promise<Kind> {
  if (isCode(file)) return 'code'
  if (chatPlaceOf(file)) return 'chats'
  return isArchive(file) && (await holdsChats(file)) ? 'chats' : 'notes'
}

const isArchive = (name: string): boolean => /\.(?:zip|db|vscdb|sqlite3?)$/i.test(name)

/** Number of archives that are opened to recognise the others. */
const FEW_ARCHIVES = 3

async function hasExports(root: string, names: readonly string[], holdsChats: HoldsChats): Promise<boolean> {
  for (const name of names.filter(isArchive).slice(0, FEW_ARCHIVES)) if (await holdsChats(join(root, name))) return true
  return false
}

/** Folders that programs for notes keep their settings in. */
const vaults: ReadonlySet<string> = new Set(['.obsidian', 'logseq', '.foam', '.zk', '.dendron'])

const manifests: ReadonlySet<string> = new Set(
  [
    'package.json deno.json jsr.json go.mod Cargo.toml pyproject.toml setup.py setup.cfg Pipfile requirements.txt',
    'pom.xml build.gradle build.gradle.kts settings.gradle build.sbt build.mill CMakeLists.txt Makefile meson.build',
    'configure.ac BUILD.bazel MODULE.bazel Gemfile composer.json mix.exs rebar.config stack.yaml cabal.project dune-project',
    'Package.swift build.zig pubspec.yaml project.clj deps.edn flake.nix global.json tsconfig.json',
  ].flatMap((names) => names.split(' ')),
)

const isManifest = (name: string): boolean =>
  manifests.has(name) || /\.(?:csproj|fsproj|vbproj|sln|slnx|cabal|gemspec|xcodeproj|rockspec|podspec)$/.test(name)

/** A repository with fewer pages is a new one, not a book. */
const FEW = 5
const NEARLY_ALL = 0.8
/** Files that are counted; nearest the top first. */
const ENOUGH = 2_000

/** Pages are HTML files: of a book, or of an application. */
async function countFiles(foundRoot: RootFolder) {
  const counts = { code: 0, prose: 0, pages: 0, all: 0 }
  const file = (path: string): void => {
    if (basename(path).startsWith('.')) return
    counts.all += 1
    if (isCode(path)) counts.code += 1
    else if (isProse(path)) counts.prose += 1
    else if (/\.x?html?$/i.test(path)) counts.pages += 1
  }
  const fileChoice = { selection: createPathSelection({ patterns: ['**/*'], exclude: [] }), policy: countedTaste }
  const walk = createWalk(foundRoot, fileChoice, { ...silent, file })
  const queue = [folderAt(walk, '')]
  for (const folder of queue) {
    if (counts.all >= ENOUGH || !folder) break
    append(queue, await walkFolder(walk, folder))
  }
  return counts
}

const endingOf = (path: string): string => extname(path).slice(1).toLowerCase()

const isProse = (path: string): boolean => prose.has(endingOf(path))
const prose: ReadonlySet<string> = new Set(
  'md markdown mdx txt rst org adoc asciidoc tex pdf docx pptx epub'.split(' '),
)

/** Among code a book is no text; here it counts. */
const countedTaste: IgnorePolicy = {
  ...codePolicy,
  file: (name) => (isProse(name) ? undefined : codePolicy.file(name)),
}

const isCode = (path: string): boolean => code.has(endingOf(path))
const code: ReadonlySet<string> = new Set(
  [
    'ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi go rs java kt kts scala sc groovy clj cljs c h cc cpp cxx hh hpp',
    'hxx m mm cs fs vb php rb rake swift lua sh bash zsh fish ps1 bat pl pm r jl ex exs erl hrl hs ml mli elm zig nim v d',
    'dart sol sql proto graphql css scss sass less cmake mk nix tf asm s cu f90 pas lisp el scm rkt vim awk',
  ].flatMap((endings) => endings.split(' ')),
)
