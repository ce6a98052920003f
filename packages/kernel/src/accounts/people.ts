import { z } from 'zod'
import { isWukuError } from '@wuku/core/errors'
import type { User } from '@wuku/core/ports/accounts'
import { actorOf, reaches, type Caller } from '../base/caller.ts'
import type { OperationContext } from '../base/engine.ts'
import { describeOwnership, withUsers } from './ownership-rules.ts'
import { defineOperation } from '../base/operation.ts'
import { requireUser, isAdministrator } from './account-shapes.ts'

const input = z.strictObject({
  named: z
    .array(z.string().min(1).max(300))
    .min(1)
    .max(100)
    .optional()
    .describe('Ids, whole names or whole e-mails, and groups as "group:<name>"; what nobody is called is left out.'),
})
const person = z.strictObject({
  id: z.string().describe('As "shared_with" has it.'),
  name: z.string(),
  type: z.enum(['user', 'group']),
  email: z.string().nullable().describe('For administrators, and the own one; else null.'),
})
const output = z.strictObject({ list: z.array(person) })

type Person = z.output<typeof person>

/**
 * Users and groups with whom something can be shared. Administrators see everybody. Others see themselves and their
 * groups, the names of ids that an answer gave them, and a user whose whole name or e-mail they give, as with `share`; never the name of another id.
 * Nobody else can list users.
 */
export const listPeople = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'list-people',
  group: 'admin',
  title: 'List people',
  description:
    'List the users and groups with whom something can be shared: all for administrators, else yourself, your groups and those named.',
  effect: 'read',
  idempotent: true,
  isUnlogged: true,
  input,
  output,
  route: { method: 'GET', path: '/people' },
  examples: [{ label: 'Who has this name', input: { named: ['ann'] } }],
  async run({ named }, { engine, caller }) {
    requireUser(caller)
    const users = await engine.accounts.read((view) => view.users())
    const ids = named === undefined ? knownTo(caller, users) : await resolvePeople(named, users, { engine, caller })
    return { list: [...new Set(ids)].flatMap((id) => describePerson(id, users, caller)) }
  },
  render: ({ list }) => [{ type: 'text', text: list.map(({ id, name }) => `${id}  ${name}`).join('\n') }],
})

function knownTo(caller: Caller, users: readonly User[]): readonly string[] {
  const known = users.filter(
    ({ id, status }) => status === 'active' && (isAdministrator(caller) || id === actorOf(caller)),
  )
  return [...known.map(({ id }) => id), ...known.flatMap(groupsOf)]
}

const groupsOf = ({ groups, claimedGroups }: User): readonly string[] =>
  [...groups, ...claimedGroups].map((group) => `group:${group}`)

/** Names are looked up for those alone who may share. */
async function resolvePeople(
  named: readonly string[],
  users: readonly User[],
  { engine, caller }: Pick<OperationContext, 'engine' | 'caller'>,
): Promise<readonly string[]> {
  const ids = isAdministrator(caller) ? new Set(users.map(({ id }) => id)) : await idsShownTo(caller, engine)
  const mayShare = reaches(caller.level ?? 'admin', 'write')
  const found = named.map(async (each) => {
    if (ids.has(each) || !mayShare) return [each]
    return withUsers({ sharedWith: [each] }, engine).then(
      ({ sharedWith = [] }) => sharedWith,
      (error: unknown) => {
        if (isWukuError(error)) return []
        throw error
      },
    )
  })
  return (await Promise.all(found)).flat()
}

/** Owners of what the caller sees, and with whom the caller's own is shared: only their ids stand in an answer. */
async function idsShownTo(caller: Caller, engine: OperationContext['engine']): Promise<ReadonlySet<string>> {
  const holdings = await engine.read(async (view) => [
    ...(await view.sources.list()).map(({ ownership }) => ownership),
    ...(await view.libraries.libraries()).map(({ ownership }) => ownership),
  ])
  const shown = holdings.flatMap((ownership) => {
    if (!ownership) return []
    const { owner, shared_with = [] } = describeOwnership(ownership, caller)
    return [owner, ...shared_with]
  })
  return new Set([actorOf(caller), ...shown])
}

function describePerson(id: string, users: readonly User[], caller: Caller): readonly Person[] {
  if (id.startsWith('group:')) return [{ id, name: id.slice('group:'.length), type: 'group', email: null }]
  const user = users.find((each) => each.id === id)
  if (!user) return []
  const mayKnow = isAdministrator(caller) || id === actorOf(caller)
  return [{ id, name: user.name, type: 'user', email: mayKnow ? user.email : null }]
}
