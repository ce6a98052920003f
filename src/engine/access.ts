import { WukuError } from '../core/errors.ts'
import { isViewer, type Access } from '../ports/access.ts'
import type { Readable } from '../ports/store.ts'
import type { Caller } from './caller.ts'
import type { PadWrites } from './pads/write-pads.ts'

/** The owner of the data folder sees all but sources that are being made or wait to be purged. */
export const ownersAccess: Access = { sources: 'all', hidden: false }

/** The one place that says what a caller sees. */
export const accessOf = ({ sees }: Pick<Caller, 'sees'>): Access =>
  sees === 'all' ? ownersAccess : { sources: sees, hidden: false }

/**
 * Id of the user that a caller is: what it adds belongs to that one. The owner of the data folder is none, and neither is
 * somebody without an account, or who is shown a list of sources.
 */
export function userOf({ sees, actor = 'local' }: Pick<Caller, 'sees' | 'actor'>): string | undefined {
  if (isViewer(sees)) return sees.user ?? undefined
  return sees === 'all' && actor !== 'local' ? actor : undefined
}

/** What it adds belongs to nobody else, and all is open to it. */
export const isDataOwner = (caller: Pick<Caller, 'sees' | 'actor'>): boolean =>
  caller.sees === 'all' && userOf(caller) === undefined

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
