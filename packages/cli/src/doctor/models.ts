import { sentences } from '@wuku/core/list-helpers'
import { msg } from '@wuku/messages/cli'
import { isWukuError, type WukuError } from '@wuku/core/errors'
import type { Engine } from '@wuku/kernel/base/engine'
import { fail, type Finding, ok, warn } from '../finding.ts'
import { modelNamed } from '@wuku/kernel/base/set-key'
import type { EmbedderFacts } from '@wuku/core/ports/embedder'

/** Which models are set up, what is sent to them, and whether vectors are complete. No model is called. */
export async function examineModels(engine: Engine): Promise<readonly Finding[]> {
  const embedder = attempt(() => engine.models.embedder().describe())
  const reranker = attempt(() => engine.models.reranker())
  const generator = attempt(() => engine.models.generator())
  return [
    embedder.found
      ? await examineVectors(embedder.found, engine)
      : unset('embedding model', embedder, 'Search uses keywords.'),
    reranker.found
      ? ok(
          'reranker',
          msg('bestPassagesSearch', {
            model: reranker.found.model,
            value: reranker.found.isLocal ? msg('readMachine') : msg('sent'),
          }),
        )
      : unset('reranker', reranker, ''),
    generator.found
      ? ok('language model', msg('questionsQuerySnippetsDocumentationSent', { model: generator.found.model }))
      : unset('language model', generator, ''),
  ]
}

interface Attempt<T> {
  readonly found?: T | undefined
  readonly why?: WukuError
}

function attempt<T>(open: () => T): Attempt<T> {
  try {
    return { found: open() }
  } catch (error) {
    if (isWukuError(error)) return { why: error }
    throw error
  }
}

/** None is needed; one that is set up wrongly is a fault. */
function unset(about: string, { why }: Attempt<unknown>, defaultText: string): Finding {
  const more = defaultText === '' ? [] : [defaultText]
  if (!why || why.code === 'model-missing' || why.code === 'offline')
    return ok(about, sentences([why?.code === 'offline' ? why.texts.message : 'Not configured (optional).', ...more]))
  return fail(about, why.texts.message, why.texts.remedy)
}

async function examineVectors(facts: EmbedderFacts, engine: Engine): Promise<Finding> {
  const about = 'embedding model'
  const where = facts.isLocal
    ? msg('nothingLeavesMachine')
    : msg('textsQuestionsSent', { host: new URL(facts.endpoint).host })
  const named = msg('value5', { modelNamed: modelNamed({ ...facts }), where })
  const { cost, remaining, isActive } = await engine.models.embed({ sources: [], dryRun: true })
  if (remaining === 0 && isActive) return ok(about, msg('everyChunkVector', { named }))
  const price = cost.dollars === null ? '' : msg('about', { dollars: cost.dollars.toFixed(2) })
  const message = msg('withoutVectorAboutTokens', {
    named,
    chunks: remaining,
    value: cost.tokens.toLocaleString('en'),
    price,
  })
  return warn(about, message, 'wuku embed', { label: 'Make the missing vectors', operation: 'embed', input: {} })
}
