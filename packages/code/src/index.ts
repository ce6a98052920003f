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

const readExact: ExactReader = async (question, request) =>
  MAY_NAME_PLACE.test(question) ? (await import('./exact/exact-places.ts')).readExact(question, request) : []
