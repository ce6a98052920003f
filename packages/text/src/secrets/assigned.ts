import { isPlaceholder, isScrambled, isTemplate, looksRandom, isOrdinaryWord, seemsDescription } from './randomness.ts'
import { ESCAPES, QUOTE, type Found, type SecretRule } from './rule.ts'

/**
 * Names that people and programs give passwords. Each starts at its second letter, so that one entry covers both cases
 * of the first. `pass` alone is an English word: it counts at the end of a name, or before punctuation.
 */
const passwordNames =
  'assword ASSWORD asswd ASSWD assphrase ASSPHRASE asscode ASSCODE pwd Pwd PWD _pass _PASS .pass Pass pass: pass= pass" PASS: ' +
  'PASS= asswort ennwort ontraseña senha Senha пароль Пароль 密码 密碼 口令 パスワード 비밀번호'
const keyNames =
  'ecret ECRET oken OKEN pi_key pikey piKey PIKey PI_KEY PIKEY pi-key PI-KEY pi-Key PI-Key PI_key pi\\_key PI\\_KEY ' +
  'ccess_key ccesskey ccessKey CCESS_KEY ccess-key ccess-Key ccess\\_key ccountKey ccount_key CCOUNT_KEY haredKey hared_key ' +
  'rivate_key rivateKey PRIVATE_KEY ncryption_key ncryptionKey NCRYPTION_KEY igning_key igningKey IGNING_KEY uth_key uthKey ' +
  'AUTH_KEY pp_key ppKey APP_KEY aster_key asterKey MASTER_KEY redential REDENTIAL AESKey aes_key AES_KEY _AK _SK _ak _sk ' +
  'psk PSK 密钥 密鑰 秘钥 密匙 令牌'

/** Quotes, brackets and Markdown around the name; a remark in parentheses; `?` of a type. */
const CLOSE = `(?:${ESCAPES}["'\`\\]*_)?]){0,5}(?:[ \\t]?[(（][^()（）\\n]{1,16}[)）])?[*_]{0,3}`
const BLANK = '[ \\t\\u3000]{0,40}'
/** YAML may name the type of a value, and write the value on the next line. */
const YAML = '(?:!!\\w{1,12} {1,4})?(?:[|>][-+\\d]{0,2}[ \\t]{0,4}\\r?\\n[ \\t]{1,24})?'
const ASSIGN = `(?:=>|:=|\\?=|={1,3}(?![=>])|[:：](?![:/]))[*_]{0,3}${BLANK}${YAML}`
const TYPED = ':[ \\t]{0,4}[A-Za-z][\\w<>[\\]|.?]{0,40}[ \\t]{0,4}=[ \\t]{0,4}(?=["\'`])'
const ENGLISH_STATEMENT =
  '(?: (?:for|of|on) [\\w .-]{1,40}?)? {1,2}(?:is set to|is now|is|was changed to|was|will be|to be|set to|changed to|reset to|has been (?:set|reset|changed) to):? {1,2}'
const CHINESE_STATEMENT =
  ' ?(?:默认|初始|仍然|还|就|暂时|目前|现在|已经|已)?(?:是|为|改成了?|改为了?|设成了?|设为了?|设置为|设置成|换成了?|重置为|は)了? {0,4}[:：]? {0,4}'

const QUOTED =
  '[rbuLR@$]{0,2}(?:(?<quote>(?<one>\\\\{0,7}["\'`])\\k<one>\\k<one>)(?:\\s|\\\\{1,7}[nrt]){0,8}(?<secret>[^\\r\\n]{1,400}?)(?:\\s|\\\\{1,7}[nrt]){0,8}\\k<quote>' +
  '|(?<quote>["\'`])(?<secret>(?:\\\\[^\\r\\n]|(?!\\k<quote>)[^\\r\\n\\\\]){1,400})\\k<quote>' +
  '|(?<quote>\\\\{1,7}["\'`])(?<secret>(?:(?!\\k<quote>)[^\\r\\n]){1,400}?)\\k<quote>' +
  '|(?<quote>[“‘「『])(?<secret>[^\\r\\n“”‘’「」『』]{1,100})[”’」』])'
/** To the next space; what ends a sentence, a list, or a pair of an address stands outside. */
const BARE =
  '(?<secret>(?:[!#-%(-+\\-.\\/0-:=?-\\[\\]-_a-{}~]|[,;](?![\\s"\']|$|[\\w.-]{1,30} ?[:=])|&(?!(?:amp;)?[\\w.-]{1,30}=)|' +
  '\\\\(?!\\\\{0,6}[nrt"\'])){1,400}(?<![.,;:)\\]}*\\\\]))'
const ANY = `(?:${QUOTED}|${BARE})`

const USERS = '(?:admin\\w{0,10}|root|test\\w{0,4}|guest|user|sa|demo|dev|ops|postgres)'
const LOGIN_VALUE = '(?<secret>[^\\s"\'<>`/,;，。；、()（）]{6,60})'

/** How a value follows its name; no two of them can follow the same. */
const FOLLOWS = [
  `${CLOSE}${BLANK}(?:${TYPED}|${ASSIGN})${ANY}`,
  `${CLOSE}(?<said>${ENGLISH_STATEMENT}|${CHINESE_STATEMENT})[*_]{0,3}${ANY}`,
  `${CLOSE}[ \\t]{0,40}(?<cell>\\|)[ \\t]{0,40}[*_]{0,3}${ANY}`,
  `(?:\\s[^<>\\n]{0,80})?(?<element>>)(?<secret>[^<>\\n]{1,200})<\\/`,
  `(?<=(?:^|[\\s"'\`[(])(?<flag>--)[\\w-]{0,40})[ \\t]{1,4}${ANY}`,
  `${ESCAPES}["']?,?\\s{0,40}${ESCAPES}["']?(?<pair>[Vv]alue)${ESCAPES}["']?[ \\t]{0,4}[:=][ \\t]{0,4}${ANY}`,
  `${CLOSE}(?<beside>[ \\t\\u3000]{1,4}|(?<=[\\u4e00-\\u9fff]))${ANY}`,
].join('|')

/** How and to which name a value was given. */
interface Place {
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

const assigned = (names: string, isSecret: (value: string, place: Place) => boolean, source: string): SecretRule => {
  const keywords = names.split(' ')
  const written = keywords.map((keyword) => keyword.replace(/[\\.]/g, '\\$&').replace(/[:="]$/, '(?=[:="])'))
  return {
    name: 'assigned-secret',
    keywords,
    pattern: `(?:${written.join('|')})(?<suffix>[\\w\\\\-]{0,24})(?:${FOLLOWS})`,
    accepts: (found) => isSecret(found.secret, placeOf(found)),
    isNamedByValue: true,
    source,
  }
}

/** Secrets that are known by the name that they are given to. */
export const assignedSecrets = (): readonly SecretRule[] => [
  {
    name: 'aws-secret-key',
    keywords: ['ecret', 'ECRET'],
    pattern: `(?:ecret\\\\?_?[Aa]ccess\\\\?_?[Kk]ey|ECRET\\\\?_ACCESS\\\\?_KEY)${QUOTE}?\\]?[ \\t]{0,4}[:=：][ \\t]{0,4}${ESCAPES}["'\`]?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
    accepts: ({ secret }) => isKeyValue(secret, { name: 'secret', form: 'assigned', isQuoted: true, isInTable: false }),
    source: 'docs.aws.amazon.com: IAM access keys; detect-secrets aws',
  },
  {
    // `admin/X 是测试环境的账号密码`, `credentials: admin / X`.
    name: 'assigned-secret',
    keywords: ['账号', '帐号', '账户', '用户名', '登录', '登陆', 'redential', 'ogin', 'sername'],
    pattern:
      `(?<=(?<![\\w/.@-])[\\w.@-]{2,40} ?[/／] ?${LOGIN_VALUE} ?(?:就?是|为|is|are|as)(?![a-z])[^\\n,.;，。；/]{0,30})` +
      '(?:[账帐]号|账户|用户名|redentials?|ogin|sername)' +
      `|(?:[账帐]号|账户|用户名|登[录陆]|redentials?|ogin|sername)[^\\n/.。]{0,16}?(?<![\\w/.@-])${USERS} ?[/／] ?${LOGIN_VALUE}`,
    accepts: ({ secret }) => /\d/.test(secret) && isScrambled(secret) && !isPlaceholder(secret),
    isNamedByValue: true,
    source: 'the way people write a login into a message: user, a slash, password',
  },
  assigned(passwordNames, isPasswordValue, 'gitleaks generic-api-key, hashicorp-tf-password; detect-secrets keyword'),
  assigned(
    keyNames,
    isKeyValue,
    'gitleaks generic-api-key; detect-secrets keyword; support.huaweicloud.com: HUAWEICLOUD_SDK_AK',
  ),
]

/** Far enough to see how a line begins and ends; a longer one is no setting. */
const CONTEXT_CHARS = 120

const BEGINS =
  /(?:^|[\n\r]|\\n|\| |["'`])[\s>*+•|#-]{0,20}(?:\d+[.)] )?(?:export |set |setx |ENV |ARG |- )?["'`*_([{]{0,4}[\w.\p{L} -]{0,60}$/u

const CELL_ENDS = /\|[ \t]+[*_`]{0,3}[\w.-]*$/

const CELL_BEGINS = /^[*_`]{0,3}[ \t]+\|/

const IN_TABLE = /(?:^|[\n\r]|\\n|["'`])[ \t>]*\|[^\n]*$/

/** A sentence goes on after a pause, in Chinese also after a particle. */
const PAUSES = /^[*_`]{0,3}(?:[,;.!?，；。！？](?:[\s"']|$)| ?[吧了啊哦喔呢呀哈嘛]| (?:and|but|so|now|for now|ok)\b)/

/** `账号 admin 密码`, `user: admin, password`: who the password belongs to was said just before. */
const USER =
  /(?:[账帐][号户]|用户名?|登[录陆]名?|(?:user(?: ?name)?|login|account)(?![a-z]))[\s:：=是为]{0,4}["'`]?(?!and\b|or\b)[\w.@+-]{1,40}["'`]?[\s,，;；、/]{0,4}(?:和|的|and|its|with)?\s?(?:the )?[\w-]{0,10}$/i

const ENDS = /^["'`*_,;.!。，、；）]{0,4}[ \t]*(?:[#/(（|].*|-.*|\\)?(?:$|[\r\n]|\\n|\\?["'])|^[。，；、！）]/

function placeOf({ text, at, start, end, secret, groups }: Found): Place {
  const before = text.slice(Math.max(0, at - CONTEXT_CHARS), at)
  const written = text.slice(at, start)
  const after = text.slice(end, end + CONTEXT_CHARS)
  const isQuoted = groups['quote'] !== undefined
  const isLast = ENDS.test(after)
  return {
    name:
      (isWide(written) ? '' : (/(?:\\[nrt])?([\w.:-]*)$/.exec(before)?.[1] ?? '')) +
      (/^[\w\\-]*/.exec(written)?.[0] ?? '').replaceAll('\\', ''),
    form:
      (['said', 'beside', 'cell', 'element', 'flag', 'pair'] as const).find((form) => groups[form] !== undefined) ??
      'assigned',
    isQuoted,
    isOwnLine: isLast && BEGINS.test(before) && !/\s/.test(secret),
    isInTable: IN_TABLE.test(before) || (CELL_ENDS.test(before) && CELL_BEGINS.test(after)),
    isLast,
    isPaused: isLast || PAUSES.test(after),
    hasUser: USER.test(before),
  }
}

/** `admin密码`: no program writes a name so. */
const isWide = (written: string): boolean => /^[\u2e80-\uffff]/.test(written)

/** A password may be any word, so the place must make clear that it is a value and not a type or a remark. */
function isPasswordValue(value: string, place: Place): boolean {
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
function isKeyValue(
  value: string,
  { name, form, isQuoted, isInTable }: Pick<Place, 'name' | 'form' | 'isQuoted' | 'isInTable'>,
): boolean {
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
