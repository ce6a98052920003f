import { WukuError } from '../core/errors.ts'
import type { WorkspacePorts } from './parts/sources.ts'
import type { CallerPorts } from './ports.ts'
import { commandLine } from '../text/show/shell-words.ts'

/** The folder itself, when it lies in what was registered or is what the program was started for; else a remedy. */
export async function demandProjectFolder(
  written: string,
  {
    store,
    access,
    workspace,
  }: Pick<CallerPorts, 'store' | 'access'> & { readonly workspace: Pick<WorkspacePorts, 'folder' | 'resolveRoot'> },
): Promise<string> {
  const folder = await workspace.resolveRoot(written)
  const sources = await store.read(access, (view) => view.sources.list())
  const roots = sources.filter(({ kind }) => kind === 'code' || kind === 'notes').map(({ root }) => root)
  const started = await workspace.folder()
  if ([...roots, ...(started === undefined ? [] : [started])].some((root) => isWithin(folder, root))) return folder
  throw new WukuError(
    'not-registered',
    `${written} is not registered, so nothing in it is read.`,
    `Register it first: "${commandLine`wuku add ${written}`}".`,
  )
}

function isWithin(folder: string, root: string): boolean {
  const [inner, outer] = [folder, root].map((path) => path.replaceAll('\\', '/').replace(/\/$/, '')) as [string, string]
  return inner === outer || inner.startsWith(`${outer}/`)
}
