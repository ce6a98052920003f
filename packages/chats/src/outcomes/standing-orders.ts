import { extractClaims } from '@wuku/text/claims/extract'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { fold } from '@wuku/text/terms/fold'
import type { DraftMessage } from '../conversation.ts'
import { matcherOf } from './command-outcomes.ts'
import * as patterns from './patterns.ts'
import { sentencesIn } from './sentence-kinds.ts'

/** A sentence of the user that holds beyond the task. */
export interface MinedOrder {
  /** Verbatim, secrets masked. */
  readonly text: string
  readonly message: string
  /** Milliseconds since the epoch. */
  readonly at?: number
  readonly scope: 'project' | 'folder' | 'everywhere'
  /** The file or folder that it names. */
  readonly path?: string
}

/** Kept of a part: the latest. */
const MAX_ORDERS = 20
const [SHORTEST, LONGEST] = [4, 300]

export function ordersIn(messages: readonly DraftMessage[]): readonly MinedOrder[] {
  const orders = messages
    .filter(({ role, isInactive }) => role === 'user' && !isInactive)
    .flatMap(({ id, at, pieces }) =>
      pieces
        .flatMap((block) =>
          block.kind === 'text' && matches('mayOrder', block.text) ? sentencesIn(ownWords(block.text)) : [],
        )
        .filter((sentence) => sentence.length >= SHORTEST && sentence.length <= LONGEST && isOrder(sentence))
        .map((sentence) => ({ ...placed(sentence), message: id, ...(at !== undefined && { at }) })),
    )
  return [...new Map(orders.map((order) => [order.text, order])).values()].slice(-MAX_ORDERS)
}

function placed(sentence: string): Pick<MinedOrder, 'text' | 'scope' | 'path'> {
  const file = extractClaims(sentence).find(({ kind }) => kind === 'path')?.value
  const folder = /(?<![\w/:.@-])((?:[\w.@-]+\/)+[\w.@-]*)(?![\w/:])/.exec(sentence)?.[1]?.replace(/[/.]+$/, '')
  const path = file ?? folder
  const scope = matches('everywhere', fold(sentence)) ? 'everywhere' : path === undefined ? 'project' : 'folder'
  return { text: maskSecrets(sentence).text.toWellFormed(), scope, ...(path !== undefined && { path }) }
}

/** Messages that are longer were pasted, at least in part: then their first lines alone are the user's for certain. */
const [LONGEST_TYPED, LONGEST_OPENING] = [2_000, 400]

/** The words that the user typed: no blocks that programs add, and nothing from where a document begins. */
function ownWords(text: string): string {
  const typed = text
    .replaceAll(/<([a-z][\w-]*)\b[^<>]*>[^]*?<\/\1\s*>/gi, ' ')
    .replace(/<[a-z][\w-]*(?:\s[^<>]*)?>[^]*$/i, ' ')
  const lines = typed.split('\n')
  const pasted = lines.findIndex((line) => matches('beginsDocument', line) || matches('introduces', line))
  const own = lines.slice(0, pasted < 0 ? undefined : pasted).join('\n')
  if (typed.length <= LONGEST_TYPED) return own
  const [opening = ''] = own.split(/\n\s*\n/)
  return opening.length <= LONGEST_OPENING ? opening : ''
}

/** Code in backticks is what an order is about; quotations are somebody else's. */
const QUOTED =
  /"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|(?<![\p{L}\p{N}])'[^'\n]{3,}'(?![\p{L}\p{N}])|["“「『].*$/gu

export function isOrder(sentence: string): boolean {
  const said = fold(sentence).replaceAll('’', "'").replaceAll(QUOTED, ' ').trim()
  if (matches('reports', said) || matches('once', said)) return false
  return matches('lasting', said) || (matches('plain', said) && !matches('ofTask', said) && !matches('comforts', said))
}

/** Patterns know lower case, simplified Chinese and straight apostrophes; those of documents every case. */
const { clause, ...rules } = patterns.orders
const matches = matcherOf({ ...rules, lasting: rules.lasting.map((row) => row.replace('{clause}', clause)) })
