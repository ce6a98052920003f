import { limits } from '@wuku/core/limits'
import { visibilities } from '@wuku/core/core-types'
import { roles } from '@wuku/core/ports/accounts'
import { choice, flag, list, secret, text, integer, type Setting } from './setting.ts'

export const authSettingsTable = {
  'auth.adminKey': secret(
    'Key of the user `admin`, for a start without anybody at a terminal: 32 to 200 visible characters. Only its hash is kept, and a changed key replaces the former. It is never shown.',
    { min: 32, max: 200 },
  ),
  'auth.anonymous': flag('true: requests without a credential may read what is public.'),
  'auth.visibility': choice(
    'Visibility of a new library whose maker names none: `private`, `team` or `public`.',
    visibilities,
    'team',
  ),
  'auth.admins': list('E-mails that are administrators when they log in, as a list.'),
  'auth.role': choice('Role of everybody else who logs in: `reader`, `writer` or `admin`.', roles, 'reader'),
  'auth.keysPerUser': integer('Maximum number of keys of a user that count.', { byDefault: limits.keysPerUser }),
  'auth.accessMinutes': integer('Minutes for which an access token counts.', { byDefault: 120, max: 24 * 60 }),
  'auth.refreshDays': integer('Days after which a login ends.', { byDefault: 7, max: 365 }),
  'auth.signingKeys': secret(
    'Secrets that sign access tokens, as a list, newest first: each 32 random bytes or more in base64. When empty, the file `signing-keys.json` of the data folder, which is made at the first login; with a database, where several instances must sign alike, they are demanded. They are never shown.',
    { max: 10_000 },
  ),
  'auth.oidc.issuer': text(
    'Provider of OpenID Connect at which people log in, such as `https://login.example.com`. `http:` only on this machine.',
  ),
  'auth.oidc.clientId': text('Id of this server at the provider.'),
  'auth.oidc.clientSecret': secret('Secret of this server at the provider. It is never shown.', { max: 1_000 }),
  'auth.oidc.rolesClaim': text('Claim that holds the groups of a user.', { byDefault: 'groups' }),
  'auth.oidc.adminValues': list('Values of that claim that make an administrator, as a list.'),
  'auth.oidc.writerValues': list('Values of that claim that make a writer, as a list.'),
  'auth.oidc.deviceLogin': choice(
    'What terminals may do that log in by a code which a person confirms elsewhere (device flow): `off`, `read` or `write`. Whoever talks a person into confirming a code has what it allows.',
    ['off', 'read', 'write'] as const,
    'off',
  ),
  'auth.oidc.domains': list(
    'Domains of e-mails that may log in, as a list; all when empty. A subdomain is another domain.',
  ),
} as const satisfies Readonly<Record<string, Setting<unknown>>>
