import { once } from '@wuku/core/once'

/** Something to be filled in, and not a secret: `<your token>`, `${TOKEN}`, `xxxx`. */
export const isTemplate = (value: string): boolean => template.test(value)
const template =
  /<[^<>]*>|\{[^{}]*\}|^[<{].*[>}]$|[$#]\{|\$\(|…|^\$[A-Za-z_]\w*$|^\$[\d@*#]|^%|x{4}|\*{3}|\.{3}|your|my[-_]|example|sample|placeholder|change[-_]?(?:me|it)|dummy|redacted|replace|process\.env|environ/i

/** More than a few different characters: not `xxxx` or `0000`. */
export function isDrawn(value: string): boolean {
  const seen = new Set<string>()
  for (const character of value) if (seen.add(character).size >= 6) return true
  return false
}

/** A template, or what people type to show the shape of a secret: `123456`, `aaaa`. */
export const isPlaceholder = (value: string): boolean =>
  isTemplate(value) || (value.length < 20 && /123456|abcdef/i.test(value)) || !isDrawn(value)

/** Letters and digits mixed as no word, identifier, path or number mixes them. */
export function looksRandom(value: string): boolean {
  if (!/[a-z]/i.test(value) || isPlaceholder(value) || !isScrambled(value)) return false
  return /\d/.test(value)
    ? entropy(value) >= (value.length < 16 ? 2.8 : 3)
    : value.length >= 20 && entropy(value) >= 3.8
}

/** Some part of it is neither a word, words in capitals and small letters, nor a number. */
export const isScrambled = (value: string): boolean => !value.split(/[^A-Za-z0-9]+/).every(isWordOrNumber)

/** `token`, `getUser2`, `APIv3`, `2024`: capitals begin words of three letters or more, digits stand apart. */
function isWordOrNumber(part: string): boolean {
  const letters = part.replace(/^\d{1,4}|\d{1,4}$/g, '')
  if (/\d/.test(letters)) return /^\d+$/.test(part)
  // `XMLHttpRequest` has one of these, `JHYCziUGLBzbTpFQb` has many.
  if ((letters.match(/[A-Z]{2}[a-z]/g)?.length ?? 0) >= 3) return false
  const words = letters.match(/[A-Z]+[a-z]*|[a-z]+/g) ?? []
  return letters.length >= 3 * words.length || letters.length <= 3
}

/** Bits in a character, by how often each occurs in the value itself. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/** Words that often follow a password's name and are no password: types, states, remarks, labels in other languages. */
const words = `
string str text char chars varchar bytes byte bytea blob buffer object any unknown never void null nil none undefined nan true
false boolean bool int integer number numeric float double long short unsigned symbol bigint array list dict map hash tuple set
struct enum class type interface function func method property attribute field column optional some option result maybe future
promise secretstr charfield textfield stringfield securestring nsstring cstring nvarchar mediumtext longtext tinytext citext uuid
json jsonb binary varbinary self this super new return default static const final public private protected readonly required
nullable mandatory invalid valid incorrect correct wrong right missing empty blank unset unknown expired expiring expires locked
disabled enabled hidden visible masked encrypted decrypted hashed salted encoded plain plaintext cleartext clear protected secure
insecure strong weak weaker short shorter long longer random generated automatic auto manual prompt prompted interactive ask asked
input output value values argument option flag param params parameter parameters query body header headers form data payload
request response config configuration setting settings environment env variable context session user users username login account
email mail phone name id key keys label title hint help info message error errors warning success failure failed fail ok yes no on
off same different again confirm confirmation confirmed repeat retype change changed changes reset forgot forgotten recover recovery
update updated create created delete deleted show hide toggle submit cancel save edit view required* optional* basic bearer digest
ldap kerberos saml oauth oidc jwt bcrypt argon scrypt crypt sha md base hex utf ascii unicode algorithm cipher sensitive sensitively
confidential internal external local remote server client database host port file path folder directory url link address kerberos
stored stored* saved cached needed supplied provided given specified supported unsupported available unavailable accepted rejected
denied allowed forbidden used unused ignored omitted included excluded present absent defined compromised leaked exposed breached
above below here there everywhere somewhere elsewhere later soon now today always never sometimes often only also still already
fine good bad okay safe unsafe important necessary optional simple complex easy hard guess guessable predictable case-sensitive
case-insensitive user-defined plain-text clear-text read-only write-only one-time not-null notnull the your mine theirs ours that
which what who whose when where why how and or but not for from with without within into onto upon about after before during until
passwort kennwort wachtwoord contrasena clave senha parola heslo haslo adgangskode losenord salasana parool jelszo motdepasse sifre
administrator anonymous guest readme docs documentation manual website interpolation secrets manager keychain keyring vault
flags flag's placeholder redacted censored obscured starred asterisks dots bullets encryption hashing salting rotation rotated rotating
`
const ordinary = once(
  () =>
    new Set(
      words
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => word.replace('*', '')),
    ),
)

/** Without regard to case, also with `-` and `_` between its parts: `not_null`. */
export function isOrdinaryWord(value: string): boolean {
  const folded = value.toLowerCase()
  if (ordinary().has(folded)) return true
  const parts = folded.split(/[-_.|/:]/)
  return parts.length > 1 && parts.every((part) => part === '' || ordinary().has(part))
}

/** Endings of descriptive words: "the password is expiring". */
export const seemsDescription = (value: string): boolean =>
  /(?:ed|ing|able|ible|less|ful|ly|ous|ive|ary|ent|ant|tion|ment|ness|ized|ised)$/i.test(value)
