import type { PlannedWord } from './plan.ts'

export interface AskedOfHistory {
  /** Whether a change is asked for, and not what is there now: `maybe` where a decision or an event may be meant as well. */
  readonly asks: 'surely' | 'maybe' | 'no'
  /** Those that a commit would say: without the words that ask. */
  readonly words: readonly PlannedWord[]
}

const SURELY =
  /\b(?:commits?|changelog|changeset)\b|\bgit (?:log|blame)\b|\b(?:which|what) (?:change|patch|pull request|pr)\b|提交|哪次(?:改|修)|(?:改动|修改)(?:历史|记录)/iu
const MAYBE =
  /\b(?:when|who|why)\s+(?:did|was|were|has|have)\b|\bwho\s+(?:added|changed|fixed|removed|wrote|broke|introduced)\b|\bhistory of\b|谁(?:改|加|写|删|引入)|(?:什么时候|何时|为什么)[^,，。]{0,20}(?:改|加|删|修|引入|去掉|换)/iu

/** Words that ask for a change, and hardly ever tell which. */
const asking: ReadonlySet<string> = new Set(
  (
    'commit commits which what when who when why how did do does was were has have we you i they us our it that this in ' +
    'change changed changes changing added adds adding introduced introduces introduce made make landed history git log ' +
    'blame patch pull request 提交 谁 改 改动 修改 历史 记录 什么时候 何时 哪次 哪个 为什么 我们 是 的 了 把'
  ).split(' '),
)

export function askedOfHistory(query: string, words: readonly PlannedWord[]): AskedOfHistory {
  const asks = SURELY.test(query) ? 'surely' : MAYBE.test(query) ? 'maybe' : 'no'
  if (asks === 'no') return { asks, words }
  const telling = words.filter(({ raw }) => !asking.has(raw.toLowerCase()))
  return { asks, words: telling.length > 0 ? telling : words }
}

/** Hashes of commits that the query names, whole or by a beginning; a number or a word is none unless nothing else is said. */
export const hashesIn = (query: string): readonly string[] =>
  [...query.matchAll(/(?<![\w-])[0-9a-f]{7,64}(?![\w-])/gi)]
    .map(([hash]) => hash.toLowerCase())
    .filter((hash) => hash === query.trim().toLowerCase() || (/\d/.test(hash) && /[a-f]/.test(hash)))
