import { randomBytes } from 'node:crypto'
import { badInput, HttpFailure } from './failures.ts'
import { isSameSecret } from './identify.ts'
import type { HttpCaller, Route } from './route.ts'

/** Codes by which a browser gets the token: the address that a person opens holds one, and no token. */
export interface LocalLogin {
  newCode(): StartCode
  /** Each code counts once. */
  takeCode(code: string): boolean
  isValid(credential: string): boolean
  readonly token: string
}

export interface StartCode {
  readonly code: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

const CODE_MILLISECONDS = 10 * 60_000
const MOST_CODES = 100

export const newToken = (): string => `wuku_${randomBytes(32).toString('base64url')}`

export function createLocalLogin({
  token,
  now = Date.now,
}: {
  readonly token: string
  readonly now?: () => number
}): LocalLogin {
  const codes = new Map<string, number>()
  return {
    token,
    isValid: (credential) => isSameSecret(credential, token),
    newCode() {
      for (const [code, until] of codes) if (until <= now() || codes.size >= MOST_CODES) codes.delete(code)
      const made = { code: randomBytes(24).toString('base64url'), expiresAt: now() + CODE_MILLISECONDS }
      codes.set(made.code, made.expiresAt)
      return made
    },
    takeCode(code) {
      const until = codes.get(code)
      codes.delete(code)
      return until !== undefined && until > now()
    },
  }
}

/** The routes of local mode. */
export function localLoginRoutes(login: LocalLogin): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/auth/codes',
      aliases: ['/api/auth/codes'],
      level: 'admin',
      changes: false,
      description: { tag: 'auth', title: 'Makes a code by which a browser gets in', status: 201 },
      async answer() {
        const { code, expiresAt } = login.newCode()
        return { status: 201, body: { code, expires_at: new Date(expiresAt).toISOString() } }
      },
    },
    {
      method: 'POST',
      path: '/api/v1/auth/local',
      aliases: ['/api/auth/local'],
      level: 'open',
      changes: false,
      description: { tag: 'auth', title: 'Takes the code of the address that the start printed', body: codeSchema },
      async answer({ body }) {
        if (!login.takeCode(codeIn(body))) throw wrongCode
        return { body: { access_token: login.token, token_type: 'Bearer', expires_in: 7_200, user: localUser } }
      },
    },
  ]
}

const codeSchema = {
  type: 'object',
  properties: { code: { type: 'string' } },
  required: ['code'],
  additionalProperties: false,
} as const

function codeIn(body: Readonly<Record<string, unknown>>): string {
  const { code, ...others } = body
  const [unknown] = Object.keys(others)
  if (typeof code !== 'string' || unknown !== undefined)
    throw badInput('This needs {"code"} and nothing else.', 'Open the address that the server printed at its start.')
  return code
}

const wrongCode = new HttpFailure(
  'unauthorized',
  'That code is not known, was used, or is too old.',
  'Start the server once more, or POST /api/v1/auth/codes with its token, and use the new code within 10 minutes.',
)

const localUser = { user_id: 'local', name: 'local', email: null, role: 'admin' } as const

/** Who asks, as `GET /api/v1/user/info` says it. */
export const userInfoRoute: Route = {
  method: 'GET',
  path: '/api/v1/user/info',
  aliases: ['/api/v1/auth/me', '/api/auth/me'],
  level: 'read',
  changes: false,
  description: { tag: 'auth', title: 'Says who the credential belongs to' },
  answer: async ({ caller }) => ({ body: userInfo(caller) }),
}

const userInfo = ({ actor, actorName, level }: HttpCaller) => ({
  ...localUser,
  user_id: actor,
  name: actorName,
  via: 'local',
  scopes: [level],
  key_id: null,
  limits: { requests_per_minute: 0, calls_per_day: 0, upload_bytes_per_day: 0 },
})
