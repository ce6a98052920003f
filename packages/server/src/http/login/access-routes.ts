import { msg } from '@wuku/messages/server'
import { z } from 'zod'
import { acceptInvitation } from '@wuku/kernel/accounts/invitations'
import {
  enableAccounts,
  hashOfKey,
  isInvitation,
  statusOf,
  undoEnable,
  type MadeKey,
} from '@wuku/kernel/accounts/api-keys'
import { emailShape, nameShape } from '@wuku/kernel/accounts/account-shapes'
import type { Json } from '@wuku/core/core-types'
import type { AuditEntry, User } from '@wuku/core/ports/accounts'
import { HttpFailure, refusal } from '@wuku/http-kit/http-failures'
import { buildRoute, type RouteParts } from '../build-route.ts'
import type { LocalLogin } from '../local-login.ts'
import type { HttpAnswer, HttpRequest, Route } from '@wuku/http-kit/route'
import { authPost, isOwnPage, loginRefused, sessionAnswer, sessionSchema, userBody } from './session-routes.ts'
import type { Sessions, Stay } from './sessions.ts'
import { loginEntry, type Facts, type LoginRoutesInput } from './login-routes.ts'

export interface AccessRoutesInput extends Pick<LoginRoutesInput, 'accounts' | 'audit' | 'now'> {
  /** `undefined`: instances that share a database have no keys to sign with. */
  readonly sessions: Sessions | undefined
  readonly local: LocalLogin
  readonly mode: ServerMode
  readonly keysPerUser: number
}

export interface ServerMode {
  /** False once `hasAccounts` found some. */
  readonly isLocal: boolean
  /** Accounts began in this process, within the last minute. */
  readonly mayUndo: boolean
  /**
   * Whether the server has accounts: by its settings, or since somebody added a user, in whichever process. It is looked at
   * on each request until there are some, and while that may be undone; the answer counts for the next request already.
   */
  hasAccounts(): Promise<boolean>
}

/** Ways into a server without a provider: a key, an invitation, and the step that turns accounts on. */
export const accessRoutes = (input: AccessRoutesInput): readonly Route[] => [
  authPost('session', 'Exchange a key for a login of this browser', {
    body: schemaOf(keyLogin),
    output: sessionSchema,
    answer: (request, { publicUrl }) => loginByKey(request, publicUrl, input),
  }),
  authPost('invitation', 'Accept an invitation: a login of this browser, and a key that is shown this once', {
    body: schemaOf(invitationCode),
    output: welcomeSchema,
    answer: (request, { publicUrl }) => accept(request, publicUrl, input),
  }),
  accountsPost('enable', 'Turn accounts on: the local user becomes the first administrator', {
    status: 201,
    body: schemaOf(firstAdmin),
    output: welcomeSchema,
    answer: (request, { publicUrl }) => enable(request, publicUrl, input),
  }),
  accountsPost('disable', 'Undo turning accounts on, within a minute', {
    output: sessionSchema,
    answer: (request, { publicUrl }) => undo(request, publicUrl, input),
  }),
]

const accountsPost = (name: string, title: string, parts: Omit<RouteParts, 'tag' | 'title'>): Route =>
  buildRoute('POST', `/api/v1/accounts/${name}`, { tag: 'accounts', title, level: 'admin', changes: true, ...parts })

const keyLogin = z.strictObject({
  key: z.string().min(1).max(8_192),
  stay: z.enum(['day', 'browser']).default('browser'),
})
const invitationCode = z.strictObject({ code: z.string().min(1).max(200) })
const firstAdmin = z.strictObject({ name: nameShape, email: emailShape.nullish() })

function schemaOf(shape: z.ZodObject): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' }) as { readonly [key: string]: Json }
  return schema
}

const text = { type: 'string' } as const
const welcomeSchema: Json = {
  type: 'object',
  properties: { ...(sessionSchema as { properties: { [key: string]: Json } }).properties, key: text, key_id: text },
}

function bodyAs<Shape extends z.ZodType>(shape: Shape, { body }: HttpRequest): z.output<Shape> {
  const { data, error } = shape.safeParse(body)
  if (error === undefined) return data as z.output<Shape>
  const [issue] = error.issues
  throw refusal('bad-input', msg('bodyIsWrong', { path: issue?.path.join('.') ?? '', issue: issue?.message ?? '' }))
}

/** A page of another origin must not log somebody in here as somebody else. */
function requireOwnPage({ headers }: HttpRequest, publicUrl: string): void {
  if (!isOwnPage(headers, publicUrl))
    throw new HttpFailure('forbidden', 'This makes a login of a browser.', 'Programs send their key with each request.')
}

async function loginByKey(request: HttpRequest, publicUrl: string, input: AccessRoutesInput): Promise<HttpAnswer> {
  requireOwnPage(request, publicUrl)
  const { key, stay } = bodyAs(keyLogin, request)
  if (!(await input.mode.hasAccounts())) {
    if (!input.local.isValid(key)) throw loginRefused('That is not the token of this server.')
    return sessionAnswer(await input.local.start(), publicUrl)
  }
  return sessionAnswer(await sessionOfKey(key, stay, { request, publicUrl, input }), publicUrl)
}

interface At {
  readonly request: HttpRequest
  readonly publicUrl: string
  readonly input: AccessRoutesInput
}

async function sessionOfKey(sent: string, stay: Stay, { request, publicUrl, input }: At) {
  const store = await input.accounts()
  const known = await store.read((view) => view.keyWithHash(hashOfKey(sent)))
  const isGood =
    known?.user.status === 'active' && !isInvitation(known.key) && statusOf(known.key, input.now()) === 'active'
  if (!known || !isGood) {
    if (known) input.audit(entryOf('login.failed', known.user, { request, input }, { key_id: known.key.id }))
    throw wrongKey()
  }
  if (!input.sessions) throw noSigningKeys()
  const session = await input.sessions.startByKey(known, stay, publicUrl)
  input.audit(entryOf('login', known.user, { request, input }, { key_id: known.key.id }))
  return session
}

const wrongKey = (): HttpFailure =>
  new HttpFailure(
    'unauthorized',
    'No key of this server is like that: it may be mistyped, expired or revoked.',
    'Paste the whole key, or ask an administrator for an invitation link.',
  )

const noSigningKeys = (): HttpFailure =>
  new HttpFailure(
    'conflict',
    'Instances that share a database must sign logins with the same keys, and auth.signingKeys is not set.',
    'Make one with: openssl rand -base64 32, and give it to all of them in WUKU_AUTH_SIGNING_KEYS.',
  )

async function accept(request: HttpRequest, publicUrl: string, input: AccessRoutesInput): Promise<HttpAnswer> {
  requireOwnPage(request, publicUrl)
  const { code } = bodyAs(invitationCode, request)
  const { keysPerUser } = input
  const store = await input.accounts()
  const now = input.now()
  const accepted = await store.write((transaction) => acceptInvitation(code, { transaction, now, keysPerUser }))
  if (!accepted)
    throw new HttpFailure(
      'unauthorized',
      'This invitation is not known, was used, or has expired.',
      'Ask an administrator for another one. Whoever used it already logs in with the key.',
    )
  const { user, invitation } = accepted
  input.audit(entryOf('invitation.accept', user, { request, input }, { invitation_id: invitation.id }))
  return welcome(accepted, { request, publicUrl, input })
}

async function enable(request: HttpRequest, publicUrl: string, input: AccessRoutesInput): Promise<HttpAnswer> {
  const { name, email = null } = bodyAs(firstAdmin, request)
  const { keysPerUser } = input
  const store = await input.accounts()
  const now = input.now()
  const made = await store.write((transaction) => enableAccounts({ name, email }, { transaction, now, keysPerUser }))
  await input.mode.hasAccounts()
  input.audit(entryOf('accounts.enable', made.user, { request, input }))
  return { status: 201, ...(await welcome(made, { request, publicUrl, input })) }
}

/** User, login and key in one answer. */
async function welcome({ user, key, text: shown }: MadeKey & { readonly user: User }, at: At): Promise<HttpAnswer> {
  const { request, publicUrl, input } = at
  const session = await input.sessions?.start(user, publicUrl)
  input.audit(entryOf('key.create', user, { request, input }, { name: key.name, key_id: key.id }))
  if (session) input.audit(entryOf('login', user, { request, input }))
  const answer: HttpAnswer = session ? sessionAnswer(session, publicUrl) : { body: { user: userBody(user) } }
  return { ...answer, body: { ...(answer.body as object), key: shown, key_id: key.id } }
}

async function undo(request: HttpRequest, publicUrl: string, input: AccessRoutesInput): Promise<HttpAnswer> {
  const { caller } = request
  if (!input.mode.mayUndo)
    throw new HttpFailure(
      'conflict',
      'Accounts were turned on more than a minute ago, or before this server started.',
      'Go on with accounts, or begin with another data folder.',
    )
  const store = await input.accounts()
  const user = await store.write((transaction) => undoEnable(caller.actor, transaction, input.now()))
  await input.mode.hasAccounts()
  input.audit(entryOf('accounts.disable', user, { request, input }))
  return sessionAnswer(await input.local.start(), publicUrl)
}

const entryOf = (
  action: string,
  user: Pick<User, 'id' | 'name'>,
  { request: { caller }, input }: Pick<At, 'request' | 'input'>,
  facts: Facts = {},
): AuditEntry => loginEntry(action, user, { caller, facts: { name: user.name, ...facts } }, input)
