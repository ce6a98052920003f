import { fold } from '@wuku/text/terms/fold'
import { keywordsOf } from '@wuku/text/terms/keywords'

/** Words that say that something is ordered, and not what. */
const ORDERING = new Set(
  (
    'always never ever dont do not please from now on must should shall use using used you we i it the a an in for to of and or with ' +
    'any all every when whenever instead than rather without before after only just keep make sure be is are this that my our your as at by ' +
    'if about ask asked time again remember default everywhere project projects will would can could have has me so then also them they ' +
    '以后 今后 往后 从 现在 开始 起 不要 别 必须 一律 永远 总是 每次 都 要 请 禁止 务必 一定 用 使用 再 的 了 在 时 我 你 我们 直接 里 所有 项目 不 得 准 许 记住 始终 和 与 或 把 对 是 就 时候 也 采用 统一 改 会 到'
  ).split(' '),
)

/** What a text is about: its words without endings, in simplified characters. */
export function topicOf(text: string): ReadonlySet<string> {
  const { latin, segments, cjk } = keywordsOf(fold(text).replaceAll(/['’]/g, ''))
  const runs = cjk.filter(({ folded }) => folded.length <= 2)
  const words = [...latin, ...segments, ...runs].map(({ folded }) => folded).filter((word) => !ORDERING.has(word))
  return new Set(words.map(stem).filter((word) => word.length > 1 && !ORDERING.has(word)))
}

const stem = (word: string): string => (/^[a-z]{5,}$/.test(word) ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word)

/** Of these one is used, and not another. */
const ALTERNATIVES = [
  'npm pnpm yarn bun',
  'pip uv poetry conda pdm pipenv',
  'jest vitest mocha ava',
  'pytest unittest nose',
  'english chines german french japanes 英文 英语 中文 汉语 日文 日语 繁体 简体',
  'tab tabs spac space 空格 制表符 制表',
  'merg rebas squash',
  'singl doubl 单引号 双引号',
  'main master develop',
].map((line) => new Set(line.split(' ')))

const NEGATIVE = /\b(?:never|don't|dont|do not|not ever|avoid|stop|no longer)\b|不要|别|禁止|不得|不[许准能再]|勿/
const CLAUSES = /[,;，；。]|\b(?:instead of|rather than)\b|而不是|而非/

interface Clause {
  readonly isNegative: boolean
  readonly topic: ReadonlySet<string>
}

const clausesOf = (text: string): readonly Clause[] =>
  fold(text)
    .split(CLAUSES)
    .map((clause) => ({ isNegative: NEGATIVE.test(clause.replaceAll('’', "'")), topic: topicOf(clause) }))
    .filter(({ topic }) => topic.size > 0)

/** Whether a later order contradicts an earlier one, or says the same again. */
export const replaces = (later: { readonly text: string }, earlier: { readonly text: string }): boolean => {
  const [now, before] = [clausesOf(later.text), clausesOf(earlier.text)]
  return (
    now.some((one) => before.some((other) => contradicts(one, other))) ||
    isSame(topicOf(later.text), topicOf(earlier.text))
  )
}

function contradicts(one: Clause, other: Clause): boolean {
  if (one.isNegative !== other.isNegative) return overlap(one.topic, other.topic) >= 0.6
  if (one.isNegative) return false
  return ALTERNATIVES.some((set) => {
    const [mine, others] = [one, other].map(({ topic }) => [...topic].filter((word) => set.has(word)))
    if (mine?.length !== 1 || others?.length !== 1 || mine[0] === others[0]) return false
    const [rest, before] = [one, other].map(({ topic }) => new Set([...topic].filter((word) => !set.has(word))))
    return (
      rest === undefined || before === undefined || rest.size === 0 || before.size === 0 || overlap(rest, before) >= 0.5
    )
  })
}

const sharedBy = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] =>
  [...one].filter((word) => other.has(word))

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  sharedBy(one, other).length / Math.min(one.size, other.size)

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && one.size === other.size && overlap(one, other) === 1

/** The case in which an order is to be followed: "when I ask about deadlines". */
const CONDITION =
  /\b(?:whenever|when|if|every time|each time|for (?:questions|answers) about|about)\b([^,;.]+)|(?:当|每次|每当|如果|只要|关于|凡是)([^，。；]+)|([^，。；]{2,16})(?:的时候|时)[，,]/

/** Whether a prompt is about what an order names: most words of its case, or half of all its words and no fewer than two. */
export function isAbout(
  order: { readonly text: string; readonly topic: ReadonlySet<string> },
  prompt: ReadonlySet<string>,
): boolean {
  const [, ...found] = CONDITION.exec(fold(order.text)) ?? []
  const condition = topicOf(found.find(Boolean) ?? '')
  if (condition.size > 0) return sharedBy(condition, prompt).length / condition.size > 0.5
  const shared = sharedBy(order.topic, prompt).length
  return shared >= 2 && shared / order.topic.size >= 0.5
}
