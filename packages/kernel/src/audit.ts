import { isWukuError } from '@wuku/core/errors'
import { fieldsOf } from '@wuku/core/lenient-parsing'
import type { Json } from '@wuku/core/core-types'
import type { AuditEntry } from '@wuku/core/ports/accounts'
import { actorOf, nameOf, type Caller } from './base/caller.ts'
import type { CallFacts, Engine } from './base/engine.ts'

type Fields = Readonly<Record<string, unknown>>

/** Something that was done, for the audit: it names ids and names, and holds no text of documents. */
export interface Act {
  readonly action: string
  readonly target: string | null
  readonly facts?: { readonly [key: string]: Json }
}

/** How an operation stands in the audit. Keys are those of its output, and of its input where the output has none. */
interface AuditRow {
  /** By what was asked and answered, where the operation does several things. */
  readonly action: string | ((input: Fields, output: Fields) => readonly string[])
  /** Its value is the id of what it was done to. */
  readonly target?: string
  readonly facts?: readonly string[]
  /** Lists what the caller named for a change. */
  readonly listsChanges?: true
  /** A list of the output: each of its entries is an act. */
  readonly each?: string
}

const importFacts = ['library', 'version', 'success_count', 'failed_count'] as const
const imported = { action: 'import', target: 'library_id', facts: importFacts } as const
const uploaded = { action: 'document.upload', target: 'library_id', facts: importFacts } as const
const ofLibrary = { target: 'library_id', facts: ['library', 'name'] } as const
const ofSource = { target: 'name', facts: ['kind'] } as const
const ofUser = { target: 'user_id', facts: ['name', 'role', 'status'] } as const
const visibilityFields = ['visibility', 'shared_with'] as const

/** Operations that change permissions, or what exists. Texts in notes and scratchpads have versions of their own. */
export const auditRows: Readonly<Record<string, AuditRow>> = {
  'create-key': { action: 'key.create', target: 'key_id', facts: ['name', 'user_id', 'scopes', 'expires_at'] },
  'create-invitation': {
    action: 'invitation.create',
    target: 'invitation_id',
    facts: ['user_id', 'name', 'role', 'expires_at'],
  },
  'revoke-invitation': { action: 'invitation.revoke', target: 'invitation_id', facts: ['user_id'] },
  'revoke-key': { action: 'key.revoke', target: 'key_id', facts: ['name', 'user_id'] },
  'create-user': { action: 'user.create', ...ofUser },
  'update-user': { action: 'user.update', ...ofUser, listsChanges: true },
  'delete-user': { action: 'user.delete', ...ofUser },
  'create-library': { action: 'library.create', target: 'library_id', facts: ['name', 'visibility'] },
  'init-import': { action: 'library.create', target: 'library_id', facts: ['name', 'visibility'] },
  'create-version': { action: 'library.update', target: 'library_id', facts: ['version'] },
  'update-library': {
    action: (input) => [
      ...(visibilityFields.some((key) => key in input) ? ['library.visibility'] : []),
      ...(Object.keys(input).some((key) => key !== 'library' && !isVisibilityField(key)) ? ['library.update'] : []),
    ],
    target: 'library_id',
    facts: ['name', ...visibilityFields],
    listsChanges: true,
  },
  'delete-library': { action: 'library.delete', ...ofLibrary },
  'purge-libraries': { action: 'library.delete', facts: ['libraries', 'versions'] },
  'delete-version': { action: 'version.delete', target: 'library_id', facts: ['library', 'version'] },
  'add-documents': uploaded,
  'upload-documents': uploaded,
  'delete-document': { action: 'document.delete', target: 'document_id', facts: ['library_id', 'version'] },
  delete_conversation: { action: 'document.delete' },
  forget: { action: 'document.delete', facts: ['documents'] },
  'import-docs': imported,
  'import-version': imported,
  'refresh-library': { action: 'refresh', target: 'library_id', facts: importFacts },
  'retry-documents': { action: 'refresh', target: 'library_id', facts: importFacts },
  add: { action: 'source.add', each: 'registered', ...ofSource },
  move: { action: 'source.add', ...ofSource },
  remove: { action: 'source.remove', ...ofSource },
  'push-remove': { action: 'source.remove', ...ofSource },
  'push-finish': { action: 'source.add', ...ofSource },
  'change-setting': { action: 'setting.change', target: 'name', facts: ['from'] },
  share: {
    action: (_, { type }) => [`${shortened(String(type))}.visibility`],
    target: 'name',
    facts: visibilityFields,
  },
}

const isVisibilityField = (key: string): boolean => visibilityFields.some((each) => each === key)

/** Keys by which operations are given what they are about. */
const subjects = ['library', 'document_id', 'source', 'user_id', 'key_id', 'workflow_id', 'workflow', 'job_id'] as const

export interface Audited {
  readonly operation: string
  readonly input: unknown
  readonly output: unknown
  /** As the operation noted them. */
  readonly noted: CallFacts
}

/** Acts of an operation that succeeded; none when it only looked. */
export function actsOf({ operation, input: given, output: answered, noted }: Audited): readonly Act[] {
  const row = Object.hasOwn(auditRows, operation) ? auditRows[operation] : undefined
  const [input, output] = [fieldsOf(given), fieldsOf(answered)]
  if (!row || isPreview(input)) return []
  const entries = row.each === undefined ? undefined : output[row.each]
  if (Array.isArray(entries)) return entries.flatMap((entry) => actsIn(row, { input, output: fieldsOf(entry) }))
  const acts = actsIn(row, { input, output, library: noted.library })
  const { created = output['created'] === true } = noted
  const [first] = acts
  if (!created || !first) return acts
  return [{ action: 'library.create', target: first.target, facts: pick(output, ['library']) }, ...acts]
}

/** Either spelling: some operations have the names of programs that wuku stands in for. */
const isPreview = (input: Fields): boolean => input['dryRun'] === true || input['dry_run'] === true

function actsIn(
  row: AuditRow,
  { input, output, library }: { input: Fields; output: Fields; library?: number | undefined },
): readonly Act[] {
  const fields = { ...input, ...(library !== undefined && { library_id: library }), ...output }
  const target = idIn(fields, row.target === undefined ? subjects : [row.target, ...subjects])
  const changed = Object.keys(input).filter((key) => key !== row.target && !subjects.some((each) => each === key))
  const facts = { ...pick(fields, row.facts ?? []), ...(row.listsChanges && { changed }) }
  const actions = typeof row.action === 'string' ? [row.action] : row.action(input, output)
  return actions.map((action) => ({ action, target, facts }))
}

/** A refusal: the caller may know of it, and not do it. */
export function deniedAct(operation: string, given: unknown): Act {
  const input = fieldsOf(given)
  // A job is refused for the operation that it would run.
  const jobInput = operation === 'start-job' ? fieldsOf(input['input']) : input
  const name = operation === 'start-job' ? input['operation'] : operation
  return { action: 'auth.denied', target: idIn(jobInput, subjects), facts: { operation: shortened(String(name)) } }
}

export const isDenial = (thrown: unknown): boolean => isWukuError(thrown) && thrown.code === 'forbidden'

export const auditEntry = (
  { action, target, facts = {} }: Act,
  caller: Pick<Caller, 'actor' | 'actorName' | 'address' | 'requestId'>,
  { at, outcome = 'done' }: { readonly at: number; readonly outcome?: AuditEntry['outcome'] },
): AuditEntry => ({
  at,
  actor: actorOf(caller),
  actorName: nameOf(caller),
  address: caller.address ?? null,
  action,
  target,
  outcome,
  requestId: caller.requestId ?? null,
  facts,
})

export function recordActs(
  acts: readonly Act[],
  caller: Caller,
  {
    engine,
    outcome = 'done',
  }: { readonly engine: Pick<Engine, 'now' | 'record'>; readonly outcome?: AuditEntry['outcome'] },
): void {
  if (acts.length === 0) return
  const at = engine.now()
  engine.record({ audit: acts.map((act) => auditEntry(act, caller, { at, outcome })) })
}

function idIn(fields: Fields, keys: readonly string[]): string | null {
  const id = keys.map((key) => fields[key]).find((value) => typeof value === 'string' || typeof value === 'number')
  return id === undefined ? null : shortened(String(id))
}

const LONGEST = 200
const MAX_NAMES = 100

const shortened = (text: string): string => text.slice(0, LONGEST).toWellFormed()

/** A name, a number, or names; anything else is no fact. */
function factOf(value: unknown): Json | undefined {
  if (typeof value === 'string') return shortened(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value)) return undefined
  return value
    .slice(0, MAX_NAMES)
    .filter((each) => typeof each === 'string')
    .map(shortened)
}

const pick = (fields: Fields, keys: readonly string[]): { readonly [key: string]: Json } =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const fact = factOf(fields[key])
      return fact === undefined ? [] : [[key, fact]]
    }),
  )
