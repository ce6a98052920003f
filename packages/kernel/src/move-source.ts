import { everything } from '@wuku/core/ports/access'
import type { NamedProject } from '@wuku/core/ports/annotation-store'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Source } from '@wuku/core/core-types'
import { commandLine } from '@wuku/text/show/shell-words'
import type { CallerPorts, EnginePorts } from './base/ports.ts'
import { withIndexLease } from './index/source-queues.ts'
import { PAD_SOURCE } from './base/pad-source.ts'
import { looksLikeFolder } from './project/members.ts'
import { findSource } from './source-registry.ts'
import type { MoveRequest, Moved } from './base/parts/engine-sources.ts'

/** Notes where a source lies now. Its documents, options and name stay; the next run reads what differs there. */
export async function moveSource({ source: name, folder, signal }: MoveRequest, ports: CallerPorts): Promise<Moved> {
  const { store, access, workspace, kinds } = ports
  const sources = await store.read(access, (view) => view.sources.list())
  const source = findSource(sources, name)
  if (source.kind === PAD_SOURCE.kind) throw new WukuError('bad-input', msg('padsLieHere'))
  const root = await workspace.resolveRoot(folder, source.kind)
  const { keeping: { cameFrom } = {} } = kinds.find(({ kind }) => kind === source.kind) ?? {}
  if (!cameFrom) {
    requireUnusedFolder(root, source, sources)
    await requireSameContents({ ...source, root }, ports)
    await withIndexLease(source, ports, { signal, waiting: () => {} }, (lease) =>
      lease.store.changeSource(source.id, { root }),
    )
  }
  const from = cameFrom ? await cameFrom(source, root, ports) : source.root
  return { source: { ...source, root }, from, ...(await moveMembers({ from, root }, ports)) }
}

/** As with `add`, a folder is one source of its storehouse. */
function requireUnusedFolder(root: string, source: Source, sources: readonly Source[]): void {
  const other = sources.find((each) => each.id !== source.id && each.kind === source.kind && each.root === root)
  if (!other) return
  throw new WukuError(
    'source-exists',
    msg('alreadyBelongs', {
      root,
      kind: other.kind,
      name: other.name,
      command: commandLine`wuku remove ${`${other.kind}/${other.name}`}`,
    }),
  )
}

/** Documents that are looked for in the folder. */
const MAX_SAMPLED = 500

/** Refuses a folder that holds no item of the source: the next run would remove everything. */
async function requireSameContents(source: Source, { store, open: { feed: openFeed } }: EnginePorts): Promise<void> {
  const known = await store.read(everything, (view) => view.documents.newest(source.id, MAX_SAMPLED))
  const feed = await openFeed(source)
  for (const { item } of known) if ((await feed.stamp(item)) !== undefined) return
  if (known.length === 0) return
  throw new WukuError(
    'conflict',
    msg('noFileOfWasFound', {
      kind: source.kind,
      name: source.name,
      root: source.root,
      command: commandLine`wuku add ${source.root}`,
    }),
  )
}

/** Folders of named projects that are written as paths; what is named as a source follows by itself. */
async function moveMembers(
  { from, root }: { readonly from: string; readonly root: string },
  { store, declared, workspace: { resolveRoot } }: EnginePorts,
): Promise<Pick<Moved, 'members' | 'declared'>> {
  const home = await resolveRoot('~').catch(() => undefined)
  const now = (member: string): string => {
    if (!looksLikeFolder(member)) return member
    const path = home !== undefined && /^~(?=[\\/]|$)/.test(member) ? home + member.slice(1) : member
    const rest = path.slice(from.length)
    return path.startsWith(from) && /^(?:[\\/]|$)/.test(rest) ? root + rest : member
  }
  const movedOf = (projects: readonly NamedProject[]) =>
    projects.flatMap(({ name, members }) =>
      members.filter((member) => now(member) !== member).map((member) => ({ name, from: member, to: now(member) })),
    )
  const moved = await store.write('annotations', async ({ annotations }) => {
    const projects = await annotations.projects()
    const changed = projects.filter(({ members }) => members.some((member) => now(member) !== member))
    await annotations.putProjects(changed.map(({ name, members }) => ({ name, members: members.map(now) })))
    return movedOf(changed)
  })
  return {
    members: moved.map(({ name, to }) => `${name}: ${to}`),
    declared: movedOf(await declared.projects()).map(({ name, from: member }) => `${name}: ${member}`),
  }
}
