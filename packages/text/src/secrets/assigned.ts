import { isKeyValue, isPasswordValue, type Place } from './assigned-values.ts'
import { isPlaceholder, isScrambled } from './randomness.ts'
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
    accepts: ({ secret }) =>
      isKeyValue(secret, {
        name: 'secret',
        form: 'assigned',
        isQuoted: true,
        isOwnLine: true,
        isLast: true,
        isPaused: true,
        isInTable: false,
        hasUser: false,
      }),
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
