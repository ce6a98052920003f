import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/docs'
import { PERIOD, readPeriod } from '@wuku/kernel/base/docs-settings'
import { defineOperation } from '@wuku/kernel/base/operation'
import { isShowing, sharedKeys, showingKeys, showingOf, visibility } from '@wuku/kernel/operations/ownership'
import { changeOwnership } from '@wuku/kernel/library-names'
import { checkName, createLibrary } from '../libraries/create.ts'
import { updateDefaults } from '../libraries/defaults.ts'
import { unchangedLibrary } from '../libraries/active.ts'
import { libraryOf, chooseVersion } from '../scope.ts'
import { restoreVersion, setLibraryStatus } from '../importing/states.ts'
import { retention } from './import-shapes.ts'
import { libraryShape, libraryText, describeLibrary } from './library-shape.ts'
import { recordLibrary } from '../libraries/record.ts'
import { oneLibrary, versionText } from '../search/docs-shapes.ts'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { retentionOf } from '../versions/retention.ts'

const name = z.string().trim().min(1).max(255)
const description = z.string().trim().max(2_000).describe('Description in a sentence.')

export const createLibraryOperation = defineOperation({
  name: 'create-library',
  title: 'Create a library',
  description: 'Create a library without any version; documents are added to it afterwards.',
  effect: 'write',
  input: z.strictObject({
    name: name.describe('Name of the library.'),
    description: description.optional(),
    slug: z
      .string()
      .regex(/^\/[\p{L}\p{N}._+-]{1,80}\/[\p{L}\p{N}._+-]{1,80}$/u)
      .optional()
      .describe('Id in words, such as "/acme/billing". Default: made from the name.'),
    keep: retention.optional(),
    visibility: visibility.optional(),
  }),
  output: libraryShape,
  route: { method: 'POST', path: '/libraries' },
  examples: [{ label: 'For your own documents', input: { name: 'billing', description: 'Our billing service' } }],
  async run({ keep: retentionText, visibility: shown, ...draft }, { engine, caller }) {
    const keep = retentionOf(retentionText)
    const { id } = await createLibrary({ ...draft, ...(keep && { keep }), showing: { visibility: shown } }, engine)
    return engine.read(async (view) => describeLibrary(await libraryOf(id, view), caller))
  },
  render: (answer) => libraryText(answer),
})

const update = z.strictObject({
  library: oneLibrary,
  name: name.optional().describe('The new name.'),
  description: description.optional(),
  default_version: versionText
    .nullable()
    .optional()
    .describe('Version that answers when none is named; null: the newest.'),
  keep: retention.optional(),
  refresh_every: z
    .string()
    .trim()
    .regex(PERIOD, { error: 'must be "off", or a number with m, h, d or w, such as "7d"' })
    .nullable()
    .optional()
    .describe('How often a server fetches it again, such as "7d" or "12h"; "off": never; null: as the settings say.'),
  status: z
    .enum(['active', 'archived'])
    .optional()
    .describe('"archived": kept but not searched; "active": restores it, even if it was deleted.'),
  version: versionText.optional().describe('With status "active": restore only this deleted version.'),
  ...showingKeys,
})
type Update = z.output<typeof update>

const updated = libraryShape.extend({ recipients: sharedKeys.recipients })

export const updateLibrary = defineOperation({
  name: 'update-library',
  title: 'Change a library',
  description:
    'Change the name, description, default version, version policy, refresh period or status of a library, and who sees it. Omitted fields stay.',
  effect: 'write',
  idempotent: true,
  input: update,
  output: updated,
  aliases: { library_id: 'library', defaultVersion: 'default_version', refreshEvery: 'refresh_every' },
  route: { method: 'PUT', path: '/libraries/{library}' },
  examples: [{ label: 'Set the default version', input: { library: 'react', default_version: '18.3.1' } }],
  run: change,
  render: (answer) => libraryText(answer),
})

async function change(request: Update, context: OperationContext) {
  const { engine, caller } = context
  const known = await engine.read((view) => libraryOf(request.library, view))
  const { library } = known
  const keep = retentionOf(request.keep)
  const refresh = request.refresh_every
  const ownership = isShowing(request) ? await engine.libraries.shown(library, showingOf(request)) : undefined
  const chosen = request.default_version ? chooseVersion(known, request.default_version).chosen.version : null
  await engine.libraries.write({ library: library.id }, async (transaction) => {
    const current = await unchangedLibrary(library.id, transaction, context)
    const shown = ownership && (await changeOwnership(current, ownership, transaction))
    await transaction.libraries.changeLibrary(library.id, {
      ...(request.name !== undefined && { name: checkName(request.name) }),
      ...(request.description !== undefined && { description: request.description }),
      ...(request.default_version !== undefined && { defaultVersion: chosen }),
      ...(keep && { keep }),
      ...shown,
      ...(refresh !== undefined && { refreshEvery: refresh === null ? null : (readPeriod(refresh) ?? 0) }),
      // Two changes within a millisecond are two.
      updatedAt: Math.max(engine.now(), current.updatedAt + 1),
    })
    await updateDefaults(transaction, library.id)
  })
  if (request.version !== undefined) {
    if (request.status !== 'active') throw new WukuError('bad-input', msg('onlyToRestore'))
    await restoreVersion(engine, library, request.version)
  } else if (request.status && request.status !== library.status)
    await setLibraryStatus(engine, { ...library, name: request.name ?? library.name }, request.status)
  recordLibrary(engine, { library, event: 'library.update', actor: caller.client, message: changedIn(request) })
  const users = ownership && (await engine.accounts.read((view) => view.users()))
  return engine.read(async (view) => describeLibrary(await libraryOf(library.id, view), caller, users))
}

/** Names of the changed fields, without their values: others read the log too. */
const changedIn = ({ library: _library, ...changes }: Update): string => {
  const keys = Object.entries(changes).flatMap(([key, value]) =>
    value === undefined ? [] : [key.replaceAll('_', ' ')],
  )
  return keys.length === 0 ? tr('Nothing changed.') : `Changed: ${keys.join(', ')}.`
}
