import { readBunLock } from './bun.ts'
import { readCargoLock, readCargoToml } from './cargo.ts'
import type { Ecosystem, ProjectPart } from './dependency.ts'
import { readGoMod } from './go.ts'
import { readCatalog, readGradle, readGradleLock } from './gradle.ts'
import { readPom } from './maven.ts'
import { readPackageJson, readPackageLock } from './npm.ts'
import { readComposerJson, readComposerLock, readGemfileLock, readPubspecLock } from './others.ts'
import { readPnpmLock } from './pnpm.ts'
import { readPipfile, readPipfileLock, readPyproject, readPythonLock, readRequirements } from './python.ts'
import { readYarnLock } from './yarn.ts'

export interface FileKind {
  readonly ecosystem: Ecosystem
  /** Ends of paths; `*` stands for anything within a segment. */
  readonly names: readonly string[]
  /** Throws where the file is broken. */
  read(text: string, path: string, files: ReadonlyMap<string, string>): ProjectPart
}

const fileKinds: readonly FileKind[] = [
  { ecosystem: 'npm', names: ['package.json'], read: readPackageJson },
  { ecosystem: 'npm', names: ['package-lock.json', 'npm-shrinkwrap.json'], read: readPackageLock },
  { ecosystem: 'npm', names: ['yarn.lock'], read: readYarnLock },
  { ecosystem: 'npm', names: ['pnpm-lock.yaml'], read: readPnpmLock },
  { ecosystem: 'npm', names: ['bun.lock'], read: readBunLock },
  { ecosystem: 'pypi', names: ['pyproject.toml'], read: readPyproject },
  {
    ecosystem: 'pypi',
    names: ['requirements.txt', 'requirements-dev.txt', 'requirements*.txt', 'requirements/*.txt'],
    read: readRequirements,
  },
  { ecosystem: 'pypi', names: ['Pipfile'], read: readPipfile },
  { ecosystem: 'pypi', names: ['Pipfile.lock'], read: readPipfileLock },
  { ecosystem: 'pypi', names: ['poetry.lock', 'uv.lock', 'pdm.lock'], read: readPythonLock },
  { ecosystem: 'go', names: ['go.mod'], read: readGoMod },
  { ecosystem: 'cargo', names: ['Cargo.toml'], read: readCargoToml },
  { ecosystem: 'cargo', names: ['Cargo.lock'], read: readCargoLock },
  { ecosystem: 'maven', names: ['pom.xml'], read: readPom },
  { ecosystem: 'maven', names: ['build.gradle', 'build.gradle.kts'], read: readGradle },
  { ecosystem: 'maven', names: ['gradle/libs.versions.toml'], read: readCatalog },
  { ecosystem: 'maven', names: ['gradle.lockfile'], read: readGradleLock },
  { ecosystem: 'gem', names: ['Gemfile.lock'], read: readGemfileLock },
  { ecosystem: 'composer', names: ['composer.json'], read: readComposerJson },
  { ecosystem: 'composer', names: ['composer.lock'], read: readComposerLock },
  { ecosystem: 'pub', names: ['pubspec.lock'], read: readPubspecLock },
]

/** Ends of paths of the files that say what a project uses; `*` stands for anything within a segment. */
export const projectFiles: readonly string[] = fileKinds.flatMap(({ names }) => names)

/** `undefined`: it says nothing of what this project uses. */
export const fileKindOf = (path: string): FileKind | undefined =>
  FOREIGN.test(path) ? undefined : patterns.find(({ pattern }) => pattern.test(path))?.kind

/** Folders that hold what others wrote, or what was built. */
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|site-packages|\.?venv|target|\.git)\//

const asPattern = (name: string): string => name.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')

const patterns = fileKinds.map((kind) => ({
  kind,
  pattern: new RegExp(`(?:^|/)(?:${kind.names.map(asPattern).join('|')})$`),
}))
