import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { WorkspacePorts } from './base/parts/engine-sources.ts'
import { localOnly } from './guard.ts'
import type { CallerPorts } from './base/ports.ts'
import { commandLine } from '@wuku/text/show/shell-words'

interface FolderPorts extends Pick<CallerPorts, 'store' | 'access'>, Partial<Pick<CallerPorts, 'caller'>> {
  readonly workspace: Pick<WorkspacePorts, 'folder' | 'resolveRoot'>
}

/** The folder itself, when it lies in what was registered or is what the program was started for; else a remedy. */
export async function requireProjectFolder(written: string, { store, access, workspace, caller }: FolderPorts) {
  const sources = await store.read(access, (view) => view.sources.list())
  const roots = sources.filter(({ kind }) => kind === 'code' || kind === 'notes').map(({ root }) => root)
  // Somebody on another machine has named the source, and not its folder.
  if (caller?.isRemote && !roots.includes(written)) throw localOnly(written)
  const folder = await workspace.resolveRoot(written)
  const started = await workspace.folder()
  if ([...roots, ...(started === undefined ? [] : [started])].some((root) => isWithin(folder, root))) return folder
  throw new WukuError(
    'not-registered',
    msg('isNotRegisteredSoNothing', { written, command: commandLine`wuku add ${written}` }),
  )
}

function isWithin(folder: string, root: string): boolean {
  const [inner, outer] = [folder, root].map((path) => path.replaceAll('\\', '/').replace(/\/$/, '')) as [string, string]
  return inner === outer || inner.startsWith(`${outer}/`)
}
