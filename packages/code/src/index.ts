import { once } from '@wuku/core/once'
import { codeFacts } from './code-facts.ts'
import { createCodeRanking } from './ranking.ts'
import type { StorehouseKind } from '@wuku/kernel/base/engine'
import type { ExactReader } from '@wuku/kernel/base/kind'
import type { Storehouse } from '@wuku/kernel/base/operation'

/** Repositories, with the tools of scythe-context-mcp under their own names and more. */
export const createCode = (reader: StorehouseKind['reader']): Storehouse => {
  const ranking = once(() => createCodeRanking(readExact))
  return {
    kind: 'code',
    summary: 'repositories',
    feed: 'repository',
    facts: codeFacts,
    reader,
    get ranking() {
      return ranking()
    },
    remarks: async (source, engine) => (await import('./pack/source-counts.ts')).remarkOnMade(source, engine),
    hits: {
      describe: async (hits, view) => (await import('./history/render-commit-hits.ts')).renderCommitHits(hits, view),
    },
    operations: once(async () => {
      const [{ createCodeOperations }, { contextsOf }] = await Promise.all([
        import('./operations/index.ts'),
        import('./graph/code-context.ts'),
      ])
      return createCodeOperations(contextsOf)
    }),
  }
}

/** Anything that may name a place: a number, joined words, backticks. */
const MAY_NAME_PLACE = /\d|`|[a-z][A-Z]|\w(?:\.|::|#|->|_)\w/
/** A question that may hold a message of a program: it has quotes, a colon, lines, words of failure, or is no question. */
const MAY_QUOTE =
  /["“”«»「」`:：\n]|(?<!\w)'|\b(?:err|exception|fail|fatal|panic|warn|cannot|could|unable|invalid|unexpected|unknown|missing|must|not?\b)|错|异常|失败|无法|不能/i
const IS_STATEMENT = /^\s*(?!(?:How|What|Where|Why|Which|Who|When|Is|Are|Do|Does|Can|Should)\b)[A-Z]/

const readExact: ExactReader = async (question, request) => {
  const mayQuote = MAY_QUOTE.test(question) || IS_STATEMENT.test(question)
  const [named, quoted] = await Promise.all([
    MAY_NAME_PLACE.test(question) ? (await import('./exact/exact-places.ts')).readExact(question, request) : [],
    mayQuote ? (await import('./exact/quoted-messages.ts')).readQuoted(question, request) : [],
  ])
  // A message says more than the name of its error.
  return [...named, ...quoted].toSorted((a, b) => Number(a.readAs === 'name') - Number(b.readAs === 'name'))
}
