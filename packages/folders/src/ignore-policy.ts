import { dirname, join, extname } from 'node:path'
import { entryAt } from './entries.ts'

/** Files without searchable text are recognised by their endings: they are left out without being opened. */
const whyNotText = (name: string): string | undefined =>
  endings.get(name) ??
  endings.get(extname(name).slice(1).toLowerCase()) ??
  (/\.(?:[cm]?[jt]sx?|css)\.map$/.test(name) ? 'a source map of built code' : undefined)

const endings = reasonsByWord({
  'an image':
    'png jpg jpeg jpe jfif gif webp avif heic heif bmp ico icns cur tif tiff tga dds exr svg svgz psd ai eps xcf sketch fig',
  'a font': 'woff woff2 ttf ttc otf eot pfb',
  'sound or film':
    'mp3 m4a aac ogg oga opus flac wav aif aiff mid midi mp4 m4v mov avi mkv webm ogv wmv flv mpg mpeg 3gp',
  'a model or scene':
    'glb fbx blend 3ds stl usdz onnx pth safetensors gguf ggml tflite caffemodel h5 hdf5 npy npz pkl pickle joblib',
  'an archive':
    'zip gz tgz bz2 tbz tbz2 xz txz lzma zst lz4 br 7z rar tar cab iso img dmg deb rpm apk ipa aab jar war ear whl gem nupkg crx xpi phar asar crate',
  'an office document': 'pdf doc docx xls xlsx xlsm ppt pptx odt ods odp pages numbers epub mobi djvu',
  'a database': 'db db3 sqlite sqlite3 mdb accdb rdb ldb parquet avro orc feather arrow duckdb',
  compiled:
    'o obj a lib so dll dylib exe bin elf class dex pyc pyo pyd wasm node beam hi rlib rmeta ilk idb pch gch qm nib swiftmodule tsbuildinfo',
  "the system's own data": '.DS_Store Thumbs.db desktop.ini',
})

function reasonsByWord(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words).flatMap(([why, each]) => each.split(' ').map((word) => [word, why] as const)))
}

/**
 * Defaults of a storehouse for files without a rule by the user, each with the reason. A `!` in `.wukuignore` overrides
 * them.
 */
export interface IgnorePolicy {
  file(name: string): string | undefined
  folder(spot: FolderEntry): string | undefined
  /** `false`: what is kept out of a repository is taken even so. */
  readonly heedsGit?: false
  /** A note that is too large is missed, and worth a word to its writer; a large file among code is a bundle or data. */
  readonly largeFiles: 'refused' | 'left out'
  /** The same of a file that turns out to be no text. */
  readonly binaries: 'refused' | 'left out'
}

export interface FolderEntry {
  readonly name: string
  readonly at: string
  /** Somebody keeps versions of what lies here, so that what no ignore file names was kept on purpose. */
  readonly inWorkTree: boolean
}

/** Hidden files and packages are no notes. */
export const notesPolicy: IgnorePolicy = {
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
export const codePolicy: IgnorePolicy = {
  file: whyNotText,
  folder: madeByPrograms,
  largeFiles: 'left out',
  binaries: 'left out',
}

const packages = 'installed packages'

function madeByPrograms({ name, at, inWorkTree }: FolderEntry): string | undefined {
  const known = alwaysMade.get(name)
  if (known !== undefined) return known
  if (name === 'node_modules') return inWorkTree ? undefined : packages
  if (name === 'target') return entryAt(join(dirname(at), 'Cargo.toml')) && 'built by Cargo'
  return isVirtualEnvironment(name, at) ? packages : undefined
}

const isVirtualEnvironment = (name: string, at: string): boolean =>
  (name === 'venv' || name === 'env') && entryAt(join(at, 'pyvenv.cfg')) !== undefined

const alwaysMade = reasonsByWord({
  [packages]: '.venv .tox .nox .direnv .terraform',
  "another program's own data": '.hg .svn .jj .bzr CVS .idea .vs .metals .bloop',
  'a search index': '.scythe-context .repo-beacon .wuku',
  'a cache':
    '__pycache__ .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints .eggs .hypothesis .cache .nyc_output ' +
    '.next .nuxt .svelte-kit .turbo .parcel-cache .angular .vite .sass-cache .gradle .kotlin .dart_tool ' +
    '.stack-work .zig-cache .elixir_ls .build',
})
