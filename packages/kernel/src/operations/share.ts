import { z } from 'zod'
import { trimmedText } from '../base/operation-shapes.ts'
import { WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/kernel'
import type { Ownership, Source } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { actorOf, type Caller } from '../base/caller.ts'
import type { OperationContext, Shareable } from '../base/engine.ts'
import { describeRecipient, ownershipOf, describeOwnership } from '../accounts/ownership-rules.ts'
import { changeOwnership } from '../library-names.ts'
import { defineOperation } from '../base/operation.ts'
import { PAD_SOURCE } from '../base/pad-source.ts'
import type { Showing } from '../base/rights.ts'
import { exactlyCalled, findSource } from '../source-registry.ts'
import { isShowing, sharedKeys, showingKeys, showingOf } from './ownership.ts'

const types = ['library', 'source', 'workflow'] as const
const input = z.strictObject({
  what: trimmedText(600).describe('A library or a workflow by its name or id, or a source ("notes/handbook").'),
  type: z.enum(types).optional().describe('Of what; needed only where several are called so.'),
  ...showingKeys,
})
const output = z.strictObject({
  type: z.enum(types).describe('Kind of what is shared.'),
  name: z.string().describe('Its name.'),
  ...sharedKeys,
})

type Output = z.output<typeof output>

export const share = defineOperation({
  name: 'share',
  title: 'Share',
  description: 'Change who sees a library, a source or a workflow. Only its owner and administrators can.',
  effect: 'write',
  idempotent: true,
  input,
  output,
  aliases: { source: 'what', name: 'what', with: 'shared_with', sharedWith: 'shared_with' },
  searchHint: 'share visibility private team public who sees give access take back 共享 可见性 权限',
  command: { name: 'share', positional: ['what'] },
  route: { method: 'POST', path: '/share' },
  examples: [
    { label: 'With all users', input: { what: 'billing', visibility: 'team' } },
    { label: 'With a group', input: { what: 'notes/handbook', shared_with: ['group:support'] } },
    { label: 'Take it back', input: { what: 'notes/handbook', shared_with: [] } },
  ],
  async run({ what, type, ...requested }, context) {
    if (!isShowing(requested)) throw new WukuError('bad-input', msg('nothingRequested'))
    const { engine } = context
    const found = await engine.read(async (view) => onlyOne(what, await candidates({ what, type }, context, view)))
    const ownership = await show(found, showingOf(requested), context)
    const users = await engine.accounts.read((view) => view.users())
    return { type: found.type, name: found.name, ...describeOwnership(ownership, context.caller, users) }
  },
  render: ({ name, ...ownership }) => tr(msg('now', { name, shownTo: shownTo(ownership) })),
})

/** In a sentence: `private, shared with Mia (mia@example.com, 01J…)`. */
export const shownTo = ({ visibility, recipients = [] }: Pick<Output, 'visibility' | 'recipients'>): string =>
  `${visibility}${recipients.length > 0 ? tr(msg('shared', { recipients: recipients.map(describeRecipient).join(', ') })) : ''}`

type Found = { readonly type: (typeof types)[number]; readonly name: string } & (
  | { readonly library: Extract<Shareable, { library: unknown }>['library'] }
  | { readonly source: Source | undefined }
)

async function candidates(
  { what, type }: Pick<z.output<typeof input>, 'what' | 'type'>,
  { engine, caller }: OperationContext,
  view: StoreView,
): Promise<readonly Found[]> {
  const sources = await view.sources.list()
  const shared = await Promise.all(
    engine.kinds.flatMap(({ sharing }) =>
      sharing && (type ?? sharing.type) === sharing.type
        ? [
            sharing.find(what, view).then((all) =>
              ownFirst(
                all.map((found) => toFound(sharing.type, found, sources)),
                caller,
              ),
            ),
          ]
        : [],
    ),
  )
  // Versions of libraries and pads are sources too, and are shared as libraries and workflows.
  const isOwn = ({ kind }: Source): boolean => !engine.kinds.some((each) => each.kind === kind && each.sharing)
  // An address of a route says that it is a source: then it is said why it cannot be shared.
  const called =
    type === undefined
      ? exactlyCalled(sources, what).filter(isOwn)
      : type === 'source'
        ? [findSource(sources, what)]
        : []
  return [...shared.flat(), ...called.map((source) => ({ type: 'source' as const, name: source.name, source }))]
}

/** Others may show the caller something of the same name, which it could not share anyway. */
function ownFirst(all: readonly Found[], caller: Caller): readonly Found[] {
  if (all.length < 2) return all
  const own = all.filter(
    (each) => 'source' in each && each.source && ownershipOf(each.source).owner === actorOf(caller),
  )
  return own.length > 0 ? own : all
}

function toFound(type: 'library' | 'workflow', found: Shareable, sources: readonly Source[]): Found {
  if ('library' in found) return { type, name: found.library.name, library: found.library }
  return { type, name: found.name, source: sources.find(({ id }) => id === found.source) }
}

function onlyOne(what: string, [found, ...others]: readonly Found[]): Found {
  if (!found) throw new WukuError('not-found', msg('notThere', { what: what.slice(0, 100) }))
  if (others.length === 0) return found
  const all = [found, ...others]
  throw new WukuError(
    'ambiguous',
    msg('fitsSeveral', { what: what.slice(0, 100), all: all.map(describeFound).join(', ') }),
  )
}

const describeFound = (found: Found): string =>
  found.type === 'source' && 'source' in found && found.source
    ? tr(msg('source', { kind: found.source.kind, name: found.name }))
    : tr(msg('the', { type: found.type, name: found.name }))

async function show(found: Found, showing: Showing, { engine }: OperationContext): Promise<Ownership> {
  if ('library' in found) {
    const { library } = found
    const ownership = await engine.libraries.shown(library, showing)
    await engine.libraries.write({ library: library.id }, async (transaction) => {
      const current = (await transaction.libraries.libraries()).find(({ id }) => id === library.id) ?? library
      await transaction.libraries.changeLibrary(library.id, await changeOwnership(current, ownership, transaction))
    })
    return ownership
  }
  if (!found.source) throw new WukuError('conflict', msg('cannotBeShared', { name: found.name }))
  if (found.type === 'source' && found.source.kind === PAD_SOURCE.kind)
    throw new WukuError('bad-input', msg('sharedByWorkflow'))
  return ownershipOf(await engine.sources.show(found.source, showing))
}
