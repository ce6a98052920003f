import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Repository } from '../../ports/history.ts'
import { readSmall } from './refs.ts'

export interface Shadow {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  end(): void
}

/**
 * An empty repository of our own that borrows the objects of another. Git is pointed at this one, so that of the other
 * nothing but objects is ever read: no settings, hooks, attributes, filters, aliases, remotes or included files. What is
 * not there cannot be executed, and needs no list of what to forbid.
 */
export function castShadow({ common, isShallow }: Repository, head: string, git: string): Shadow {
  const folder = mkdtempSync(join(tmpdir(), 'wuku-git-'))
  mkdirSync(join(folder, 'refs'))
  mkdirSync(join(folder, 'tree'))
  writeFileSync(join(folder, 'HEAD'), `${head}\n`)
  writeFileSync(join(folder, 'config'), head.length === 40 ? sha1 : sha256)
  if (isShallow) writeFileSync(join(folder, 'shallow'), readSmall(join(common, 'shallow')) ?? '')
  return {
    folder,
    environment: {
      ...bare,
      PATH: dirname(git),
      HOME: folder,
      GIT_DIR: folder,
      GIT_WORK_TREE: join(folder, 'tree'),
      GIT_OBJECT_DIRECTORY: join(common, 'objects'),
      GIT_CONFIG_GLOBAL: join(folder, 'none'),
      GIT_CONFIG_SYSTEM: join(folder, 'none'),
    },
    end: () => removeIfPossible(folder),
  }
}

/** Some hundred bytes in the folder for temporary files are no reason to lose what git said, or why it did not. */
function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // The system empties that folder.
  }
}

const core = '[core]\n\tbare = false\n\tautocrlf = false\n\tfsmonitor = false\n'
const sha1 = `${core}\trepositoryformatversion = 0\n`
const sha256 = `${core}\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n`

/** Nothing of the settings of the user or the system, no network, no questions, no writes, paths as they are written. */
const bare = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_PAGER: 'cat',
} as const
