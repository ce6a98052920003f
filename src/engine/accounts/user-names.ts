import type { User } from '../../ports/accounts.ts'

const LONGEST_NAME = 100

/**
 * A name as a login provider writes it, made fit to be shown and asked for; `undefined` if nothing is left. People choose
 * their names there, so a name must not pass for an e-mail, an id, a group or the name of somebody else.
 */
export function displayNameOf(given: string): string | undefined {
  const name = given
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .replace(/@.*$/u, '')
    .replace(/^(?:\s*group\s*:)+/iu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .trim()
  return name === '' || looksLikeId.test(name) || mixesScripts(name) ? undefined : name
}

/** ULIDs, and the owner of the data folder. */
const looksLikeId = /^(?:[0-9A-HJKMNP-TV-Z]{26}|local)$/i

/** Scripts with letters that look alike: no language mixes them within a word. */
const alikeScripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'),
)

const mixesScripts = (name: string): boolean =>
  name.split(/[^\p{L}\p{M}]+/u).some((word) => alikeScripts.filter((script) => script.test(word)).length > 1)

/** Whether a name, as it is stored, is one that `displayNameOf` would give. */
export const isDisplayName = (name: string): boolean => displayNameOf(name) === name.normalize('NFKC')

export const isEmail = (named: string): boolean => named.normalize('NFKC').includes('@')

/** Only what somebody vouched for: at a login anybody can claim any e-mail. */
export const verifiedEmailOf = ({ email, emailVerified }: User): string | null => (emailVerified ? email : null)

/**
 * Users by id, by verified e-mail (all that holds an "@") or by name without case. Names that `displayNameOf` would not give,
 * from before it was asked, do not count. Several: the text is ambiguous; disabled users count where no other does.
 */
export function usersNamed(named: string, users: readonly User[]): readonly User[] {
  const withId = users.filter(({ id }) => id === named)
  if (withId.length > 0) return withId
  const written = named.trim().normalize('NFKC').toLowerCase()
  const isMeant = isEmail(named)
    ? (user: User): boolean => verifiedEmailOf(user)?.toLowerCase() === written
    : ({ name }: User): boolean => isDisplayName(name) && name.normalize('NFKC').toLowerCase() === written
  const meant = users.filter(isMeant)
  const active = meant.filter(({ status }) => status === 'active')
  return active.length > 0 ? active : meant
}
