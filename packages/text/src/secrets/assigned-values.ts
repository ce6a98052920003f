import { isPlaceholder, isScrambled, isTemplate, looksRandom, isOrdinaryWord, seemsDescription } from './randomness.ts'

/** How and to which name a value was given. */
export interface Place {
  /** The whole identifier, as far as it is of letters that programs use. */
  readonly name: string
  readonly form: 'assigned' | 'said' | 'beside' | 'cell' | 'element' | 'flag' | 'pair'
  readonly isQuoted: boolean
  /** Nothing else stands on the line, as in a file of settings or a list. */
  readonly isOwnLine: boolean
  /** Nothing follows on the line. */
  readonly isLast: boolean
  /** The sentence pauses behind it, or ends. */
  readonly isPaused: boolean
  /** The line begins as a row of a table. */
  readonly isInTable: boolean
  /** The name of a user stands before. */
  readonly hasUser: boolean
}

/** A password may be any word, so the place must make clear that it is a value and not a type or a remark. */
export function isPasswordValue(value: string, place: Place): boolean {
  if (place.form === 'cell' && !place.isInTable) return false
  const isShown = place.form === 'said' && isNonLatin(place.name) ? isTemplate(value) : isPlaceholderOfPassword(value)
  if (value.length < 4 || isNamedOtherwise(place.name) || isShown || isReference(value, place)) return false
  if (!isPlainName(place.name) && !looksRandom(value)) return false
  if (/\s/.test(value)) return isPassphrase(value, place)
  if (place.form === 'beside') return isAdjacent(value, place)
  if (/^\d+$/.test(value)) return value.length >= 6 && (place.isQuoted || place.isOwnLine || place.form !== 'assigned')
  if (/[A-Za-z]/.test(value) && /[\d!@#$%^&*+=~?]/.test(value)) return !isIdentifier(value, place)
  if (isScrambled(value) && value.length >= 8) return true
  return isClear(value, place) && /^[\w.-]+$/.test(value) && /[a-z]{3}/i.test(value)
}

/** Nothing but a blank joins the two: the value must look drawn, or its user must stand before. */
const isAdjacent = (value: string, { name, isPaused, hasUser }: Place): boolean =>
  /^[\w.@!#$%^&*+=~?-]{6,}$/.test(value) &&
  !value.startsWith('-') &&
  (isScrambled(value)
    ? /\d/.test(value) && (value.length >= 8 || isNonLatin(name) || hasUser)
    : hasUser && isPaused && /[a-z]{3}/i.test(value) && !seemsDescription(value))

/** A key was drawn, and looks so. */
export function isKeyValue(value: string, { name, form, isQuoted, isInTable }: Place): boolean {
  if (form === 'cell' && !isInTable) return false
  if (value.length < (isQuoted ? 8 : 10) || isNamedOtherwise(name) || isPlaceholder(value)) return false
  if (!looksRandom(value) || isHashOrAddress(value, { name, isQuoted })) return false
  if (!isQuoted && form !== 'element' && !/^[\w+/=.~!@#$%^*:-]+$/.test(value)) return false
  if ((form === 'said' || form === 'beside') && !/^[\w+/=.-]{16,}$/.test(value)) return false
  if (/\[.*\]|\s/.test(value) || isPathOrVersion(value)) return false
  return (
    isQuoted || /^s\.[A-Za-z0-9]{24}$/.test(value) || !(/^[\w$]+(?:\.[\w$]+)+\.?$/.test(value) || isNameOfKey(value))
  )
}

/** `passwordHash`, `tokenId`, `secretName`, `password_policy`: a value of these is something else. */
const isNamedOtherwise = (name: string): boolean =>
  /(?:[_-]ids?|I[Dd]s?|secrets?manager|_[AaSs][Kk]\w.*|::.*)$|arn:/.test(name) ||
  /hash|digest|checksum|finger_?print|crypt|sha\d|md5|salt(?:ed)?[_-]|tokeni[sz]|public|pubkey/i.test(name) ||
  /(?:[_\w-]|^)(?:pass\w*|pwd|secret|token|key|credential)s?[_-]?(?:id|ids|type|name|names|count|limit|ur[il]|path|dir|file|endpoint|length|len|size|min|max|expir\w*|regexp?|pattern|version|ttl|arn|ref|class|field|param|header|prefix|policy|hint|label|placeholder|message|msg|error|err|input|mode|algo\w*|encod\w*|strength|rule|rules|at|date|time|timeout|age|days|attempts|reset|change|changed|required|enabled|validator|provider|manager|store|service|icon|title|text_?box|form|page|screen|dialog|view|prompt|help|link)$/i.test(
    name,
  )

/** `password`, `DB_PASSWORD`, `passwords`, `password_prod`: nothing behind it changes what it is. */
const isPlainName = (name: string): boolean =>
  /(?:pass(?:word|wd|phrase|code|wort)?|pwd|asswort|ennwort|assword|asswd|assphrase|asscode|ontrase[ñn]a|senha)(?:s?\d{0,4}|[_-]?(?:prod|production|dev|test|testing|staging|stage|local|live|root|admin|user|value|text|plain|plaintext|raw|base64|old|new|current|confirm|confirmation|again|default|temp|db|main|master|v?\d{1,3}|en|cn))$/i.test(
    name,
  ) || isNonLatin(name)

/** `changeme`, `<your password>`, `123456`, `****`, and the word itself. */
const isPlaceholderOfPassword = (value: string): boolean =>
  isTemplate(value) ||
  /^(?:\D)?(.)\1*$/.test(value) ||
  /^[*•·xX.#_-]+$/.test(value) ||
  isNameItself(value) ||
  /^(?:abc|abcd|abcdef|foo|bar|baz|qux|foobar|test|todo|tbd|n\/a)?[_-]?(?:123(?:4(?:5(?:6(?:7(?:89?0?)?)?)?)?)?)?$/i.test(
    value,
  )

/** `user_password`, `dbPass`, `the-secret`, `PASSWORD1`: a variable, a label or a rule. `Password2024!` is a password. */
const isNameItself = (value: string): boolean =>
  /pass|pwd|secret|token|credential/i.test(value) && /^[\w.:\- ]*$/.test(value) && !/\d{3}/.test(value)

/** `密码`, `パスワード`: no program is written so. */
const isNonLatin = (name: string): boolean => !/[a-z]/i.test(name)

/** Something that is looked up: a call, a member, a path, a type, a variable. */
function isReference(value: string, { name, isQuoted, form }: Place): boolean {
  if (isPathOrVersion(value) || isAlgorithm(value) || isOrdinaryWord(value.replace(/[!?;,.]+$/, ''))) return true
  if (/^(?:enc|vault|op|ssm|arn|env|secretref|secret|file|ref|keyring|kms|aws|gcp|akv|bws)[:[(]/i.test(value))
    return true
  if (/required|nullable|min:|max:|confirmed/.test(value) && /[|:]/.test(value)) return true
  if (/^0x[0-9a-f]{1,40}$/i.test(value)) return true
  if (isQuoted || form === 'element' || isNonLatin(name)) return false
  return (
    /^[\w$.?]+[([]|::|->|=>|\?\.|\(\)|^[!@&*?:#~^%$]+[A-Za-z_][\w.]*[!?;]*$|^\W+$|^\[|^\(|^[\^]|^&'/.test(value) ||
    /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) ||
    /^[A-Z]*[a-z]{2,}(?:[A-Z]+[a-z]{2,})+[A-Z]?$/.test(value) ||
    (/^[a-z]+(?:_[a-z]+)+$/.test(value) && form === 'assigned')
  )
}

const isPathOrVersion = (value: string): boolean =>
  /^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|^\w+:\/\/|^[~^>=<v]{0,2}\d+(?:\.\d+){1,3}(?:[-+.][\w.-]*)?$/.test(value)

const isAlgorithm = (value: string): boolean =>
  /^(?:sha|md|utf|base|aes|des|3des|rsa|hs|rs|es|ps|ed|bcrypt|argon|pbkdf|scrypt|hmac|oauth|http|ipv|iso|ascii|latin|rc|u?int|uint|float|f|i|u|varchar|char|string|str|bytes?|level|step|v|rfc|sm|x|chacha|blake|crc|is|min|max|at|line|col|column|arg|param|field|value|var|tmp|item|opt|option|p|s|w|b)[_\W]{0,2}\d{1,4}(?:\W.*)?$/i.test(
    value,
  )

/** A value that stands where only a value can: in quotes, alone on its line, behind an option. */
const isClear = (value: string, { name, form, isQuoted, isOwnLine, isLast, isPaused }: Place): boolean => {
  if (isQuoted || form === 'element' || form === 'pair') return true
  if (form === 'flag') return isLast
  if (form === 'said') return value.length >= 5 && (isPaused || /[a-z][A-Z]/.test(value)) && !seemsDescription(value)
  if (form === 'cell') return value.length >= 6 && !seemsDescription(value)
  return isOwnLine && (isNonLatin(name) || !/^[A-Z][a-z]*$/.test(value))
}

/** `value2`, `User1`: a variable with a number, where code may stand. */
const isIdentifier = (value: string, { form, isQuoted, isOwnLine }: Place): boolean =>
  form === 'assigned' &&
  !isQuoted &&
  !isOwnLine &&
  /^[a-z]{1,4}\d{1,2}$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+\d{0,2}$/.test(value)

/** Words that nobody would say of a password, three or more of them. */
const isPassphrase = (value: string, { name, isQuoted, isOwnLine, form }: Place): boolean => {
  if (!isQuoted && form !== 'element') return false
  if (/\w\s\s?\S/.test(value) && /[A-Za-z].*\d|\d.*[A-Za-z]/.test(value) && /[!@#$%^&*]/.test(value))
    return !seemsSentence(value)
  return (
    /phrase/i.test(name) && (isOwnLine || isQuoted) && /^[a-z]+(?: [a-z]+){2,11}$/.test(value) && !seemsSentence(value)
  )
}

const seemsSentence = (value: string): boolean =>
  /\b(?:the|a|an|is|are|your|must|be|please|enter|to|for|of|and|or|not|at|least|invalid|with|this|in|no)\b/i.test(value)

/** A colour, a commit, an address of a chain: known by their form, and not secret. */
const isHashOrAddress = (value: string, { name, isQuoted }: Pick<Place, 'name' | 'isQuoted'>): boolean =>
  /^#[0-9a-f]{3,10}$/i.test(value) ||
  /^0x[0-9a-f]{1,40}$/i.test(value) ||
  (/^[0-9a-f]{40}$/.test(value) && /^tokens?$/.test(name) && !isQuoted) ||
  /^sha\d{3}[-:]/.test(value) ||
  (UUID.test(value) && !/key|secret|(?:api|access|auth|bearer|refresh|session|bot|app)[_-]?token/i.test(name))

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** `CL100K_TOKEN_REGEX`, `oauth2ClientCredentials`: the name of another value. */
const isNameOfKey = (value: string): boolean => /token|secret|credential|key/i.test(value) && /^\w+$/.test(value)
