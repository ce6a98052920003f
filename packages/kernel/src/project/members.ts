import { isWukuError } from '@wuku/core/errors'
import type { Source } from '@wuku/core/core-types'
import type { NamedProject } from '@wuku/core/ports/annotation-store'
import type { EnginePorts } from '../base/ports.ts'
import { exactlyCalled } from '../source-registry.ts'
import { isWithin } from '../resolve-project.ts'

/** Entry that people may write below a project: a folder, or a source as `sources` lists it. */
export interface Member {
  readonly written: string
  /** Absolute; also of a folder that is gone, since conversations were held in it and its index may be here still. */
  readonly folder?: string
  /** Sources within the folder, if the member is one. */
  readonly sources: readonly Source[]
  /** `false`: the source was removed, or the folder is gone. */
  readonly isHere: boolean
}

/** Names of sources begin with a letter or a digit, and hold no colon. */
export const looksLikeFolder = (written: string): boolean => /^(?:[\\/~.$]|[A-Za-z]:)/.test(written)

type MemberPorts = { readonly workspace: Pick<EnginePorts['workspace'], 'resolveRoot'> }

export async function readMember(written: string, sources: readonly Source[], ports: MemberPorts): Promise<Member> {
  if (!looksLikeFolder(written)) {
    const called = exactlyCalled(sources, written)
    return { written, sources: called, isHere: called.length > 0 }
  }
  const real = await realFolder(written, ports)
  const folder = real ?? (isAbsolute(written) ? written : undefined)
  if (folder === undefined) return { written, sources: [], isHere: false }
  return {
    written,
    folder,
    sources: sources.filter(({ root }) => isWithin([folder])(root)),
    isHere: real !== undefined,
  }
}

/** Nobody knows what a relative path in the settings would be relative to. */
const realFolder = async (written: string, { workspace: { resolveRoot } }: MemberPorts): Promise<string | undefined> =>
  written.startsWith('.') ? undefined : resolveRoot(written).catch(undefinedWhenGone)

function undefinedWhenGone(error: unknown): undefined {
  if (!isWukuError(error)) throw error
}

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:)/.test(path)

export interface Members {
  /** Absolute: its folders, and where its code and notes lie. */
  readonly folders: readonly string[]
  /** Sources that are members themselves. */
  readonly sources: readonly Source[]
}

/** Members that no longer exist are skipped: a search works without them. */
export async function readMembers({ members }: NamedProject, sources: readonly Source[], ports: MemberPorts) {
  const read = await Promise.all(members.map((written) => readMember(written, sources, ports)))
  const own = read.flatMap((member) => (member.folder === undefined ? member.sources : []))
  const roots = own.filter(({ kind }) => kind === 'code' || kind === 'notes').map(({ root }) => root)
  return { folders: [...new Set([...read.flatMap(({ folder }) => folder ?? []), ...roots])], sources: own }
}
