/** Pages and dialogs that do what an operation does. `do` opens the dialog of the page (`ui/use-asked.ts`). */
const PLACES: Readonly<Record<string, string>> = {
  'create-user': '/people?tab=users&do=add-user',
  'create-invitation': '/people?tab=users&do=invite',
  'create-key': '/people?do=new-key',
  'revoke-key': '/people',
  'list-users': '/people?tab=users',
  'create-library': '/libraries?do=new-library',
  'import-docs': '/libraries/import',
  'upload-documents': '/libraries/upload',
  'create-workflow': '/pads?do=new-workflow',
  'list-jobs': '/jobs',
  'list-audit': '/audit',
  'list-calls': '/agents',
  'connect-clients': '/agents/connect',
  'hook-log': '/agents/hooks',
  'change-setting': '/settings',
  start: '/sources/start',
  add: '/sources/add',
  remove: '/sources',
  share: '/sources',
  move: '/sources',
  'library-statistics': '/statistics',
  eval: '/ask/evaluation',
}

export interface ListedOperation {
  readonly name: string
  readonly title: string
  readonly effect: 'read' | 'write' | 'delete'
  readonly level: 'read' | 'write' | 'admin'
  readonly input: { readonly required?: readonly string[] }
}

/** Without accounts the first user is added by turning them on. */
const ofLocal: Readonly<Record<string, string>> = {
  'create-user': '/people?do=accounts',
  'create-invitation': '/people?do=accounts',
  'create-key': '/people?do=accounts',
}

/** Where an operation is run: its dialog, or the form of the API page, which runs at once what needs no input and changes nothing. */
export function placeOfOperation({ name, effect, input }: ListedOperation, isLocal: boolean): string {
  const runs = effect === 'read' && (input.required ?? []).length === 0
  return (isLocal ? ofLocal[name] : undefined) ?? PLACES[name] ?? `/reference/${name}${runs ? '?do=run' : ''}`
}

/** Long work, which runs as a job without further questions. */
export const JOBS: ReadonlySet<string> = new Set(['index', 'embed'])
