import { WukuError } from '../core/errors.ts'
import type { Source } from '../core/words.ts'
import type { Access } from '../ports/access.ts'
import type { Contexts } from '../ports/contexts.ts'
import type { Projects } from '../ports/projects.ts'
import type { Readable } from '../ports/store.ts'
import type { Caller } from './caller.ts'
import type { PadWrites } from './pads/write-pads.ts'
import { exactlyCalled } from './sources.ts'

/** The owner of the data folder sees all but sources that are being made or wait to be purged. */
export const ownersAccess: Access = { sources: 'all', hidden: false }

/** The one place that says what a caller sees. */
export const accessOf = ({ sees }: Pick<Caller, 'sees'>): Access =>
  sees === 'all' ? ownersAccess : { sources: sees, hidden: false }

interface Settings {
  readonly contexts: Contexts
  readonly projects: Projects
}

/** What people said of folders and projects stands in settings, which name sources: a caller hears of those that it sees. */
export function settingsFor({ contexts, projects }: Settings, seen: Readable): Settings {
  const sources = (): Promise<readonly Source[]> => seen.read((view) => view.sources.list())
  return {
    contexts: {
      ...contexts,
      list: async () => {
        const names = new Set(['', ...(await sources()).map(({ name }) => name)])
        return (await contexts.list()).filter(({ collection }) => names.has(collection))
      },
    },
    projects: {
      ...projects,
      list: async () => {
        const known = await sources()
        const told = (await projects.list()).map(({ name, members }) => ({
          name,
          members: members.filter((member) => exactlyCalled(known, member).length > 0),
        }))
        return told.filter(({ members }) => members.length > 0)
      },
    },
  }
}

/** All workflows are of one source: whoever does not see it is told of none, and adds none that it could not see either. */
export function padsFor({ write, change }: PadWrites, seen: Readable): PadWrites {
  const demandPads = async (): Promise<void> => {
    const sources = await seen.read((view) => view.sources.list())
    if (!sources.some(({ kind }) => kind === 'pads')) throw padsAreOthers()
  }
  return {
    write: async (scope, work, options) => {
      await demandPads()
      return write(scope, work, options)
    },
    change: async (revision) => {
      await demandPads()
      return change(revision)
    },
  }
}

const padsAreOthers = (): WukuError =>
  new WukuError('not-found', 'You have no scratchpads here.', 'Ask the operator of this server to share them with you.')
