import { dirname, join } from 'node:path'
import { entryAt } from './entries.ts'
import { whyNotText } from './not-text.ts'

/**
 * What a storehouse leaves out where no rule of the user's speaks, each with the reason. A `!` in `.wukuignore` takes
 * back what this leaves out.
 */
export interface Taste {
  file(name: string): string | undefined
  folder(spot: TastedFolder): string | undefined
  /** `false`: what is kept out of a repository is taken even so. */
  readonly heedsGit?: false
  /** A note that is too large is missed, and worth a word to its writer; a large file among code is a bundle or data. */
  readonly largeFiles: 'refused' | 'left out'
  /** The same of a file that turns out to be no text. */
  readonly binaries: 'refused' | 'left out'
}

export interface TastedFolder {
  readonly name: string
  readonly at: string
  /** Somebody keeps versions of what lies here, so that what no ignore file names was kept on purpose. */
  readonly inWorkTree: boolean
}

/** What people hide from themselves is no note. */
export const notesTaste: Taste = {
  file: hiddenOrPackages,
  folder: ({ name }) => hiddenOrPackages(name),
  largeFiles: 'refused',
  binaries: 'refused',
}

function hiddenOrPackages(name: string): string | undefined {
  if (name === 'node_modules') return packages
  return name.startsWith('.') ? 'hidden' : undefined
}

/** Hidden files of a repository are its configuration; what programs make for themselves is not. */
export const codeTaste: Taste = {
  file: whyNotText,
  folder: madeByPrograms,
  largeFiles: 'left out',
  binaries: 'left out',
}

const packages = 'installed packages'

function madeByPrograms({ name, at, inWorkTree }: TastedFolder): string | undefined {
  const known = alwaysMade.get(name)
  if (known !== undefined) return known
  if (name === 'node_modules') return inWorkTree ? undefined : packages
  if (name === 'target') return entryAt(join(dirname(at), 'Cargo.toml')) && 'built by Cargo'
  return isVirtualEnvironment(name, at) ? packages : undefined
}

const isVirtualEnvironment = (name: string, at: string): boolean =>
  (name === 'venv' || name === 'env') && entryAt(join(at, 'pyvenv.cfg')) !== undefined

const alwaysMade: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [packages]: '.venv .tox .nox .direnv .terraform',
    "another program's own data": '.hg .svn .jj .bzr CVS .idea .vs .metals .bloop',
    'a search index': '.scythe-context .repo-beacon .wuku',
    'a cache': [
      '__pycache__ .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints .eggs .hypothesis .cache .nyc_output',
      '.next .nuxt .svelte-kit .turbo .parcel-cache .angular .vite .sass-cache .gradle .kotlin .dart_tool',
      '.stack-work .zig-cache .elixir_ls .build',
    ].join(' '),
  }).flatMap(([why, names]) => names.split(' ').map((name) => [name, why] as const)),
)
