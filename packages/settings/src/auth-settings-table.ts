import { limits } from '@wuku/core/limits'
import { visibilities } from '@wuku/core/core-types'
import { roles } from '@wuku/core/ports/accounts'
import { choice, flag, list, secret, text, integer, type Setting } from './setting.ts'

/** The settings of users, keys and logins of a server. */
export const authSettingsTable = {
  'auth.adminKey': {
    description:
      'Key of the user `admin`, for a start without anybody at a terminal: 32 to 200 visible characters. Only its hash is kept, and a changed key replaces the former. It is never shown.',
    ...secret({ min: 32, max: 200 }),
  },
  'auth.anonymous': { description: 'true: requests without a credential may read what is public.', ...flag(false) },
  'auth.visibility': {
    description: 'Visibility of a new library whose maker names none: `private`, `team` or `public`.',
    ...choice(visibilities, 'team'),
  },
  'auth.admins': { description: 'E-mails that are administrators when they log in, as a list.', ...list() },
  'auth.role': {
    description: 'Role of everybody else who logs in: `reader`, `writer` or `admin`.',
    ...choice(roles, 'reader'),
  },
  'auth.keysPerUser': {
    description: 'Maximum number of keys of a user that count.',
    ...integer({ byDefault: limits.keysPerUser }),
  },
  'auth.accessMinutes': {
    description: 'Minutes for which an access token counts.',
    ...integer({ byDefault: 120, max: 24 * 60 }),
  },
  'auth.refreshDays': { description: 'Days after which a login ends.', ...integer({ byDefault: 7, max: 365 }) },
  'auth.signingKeys': {
    description:
      'Secrets that sign access tokens, as a list, newest first: each 32 random bytes or more in base64. When empty, the file `signing-keys.json` of the data folder, which is made at the first login; with a database, where several instances must sign alike, they are demanded. They are never shown.',
    ...secret({ max: 10_000 }),
  },
  'auth.oidc.issuer': {
    description:
      'Provider of OpenID Connect at which people log in, such as `https://login.example.com`. `http:` only on this machine.',
    ...text(),
  },
  'auth.oidc.clientId': { description: 'Id of this server at the provider.', ...text() },
  'auth.oidc.clientSecret': {
    description: 'Secret of this server at the provider. It is never shown.',
    ...secret({ max: 1_000 }),
  },
  'auth.oidc.rolesClaim': { description: 'Claim that holds the groups of a user.', ...text('groups') },
  'auth.oidc.adminValues': { description: 'Values of that claim that make an administrator, as a list.', ...list() },
  'auth.oidc.writerValues': { description: 'Values of that claim that make a writer, as a list.', ...list() },
  'auth.oidc.deviceLogin': {
    description:
      'What terminals may do that log in by a code which a person confirms elsewhere (device flow): `off`, `read` or `write`. Whoever talks a person into confirming a code has what it allows.',
    ...choice(['off', 'read', 'write'] as const, 'off'),
  },
  'auth.oidc.domains': {
    description: 'Domains of e-mails that may log in, as a list; all when empty. A subdomain is another domain.',
    ...list(),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
