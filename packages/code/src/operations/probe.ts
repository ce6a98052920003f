import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { Embedder, EmbedderFacts, EmbedFailure, EmbedFailureKind } from '@wuku/core/ports/embedder'
import { EmbeddingFailed } from '@wuku/core/ports/embedder'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { placeOf, displayPath } from '../code-project.ts'
import { type ProbeInput, type ProbeOutput, probeInput, probeOutput } from './probe-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

/** One text, one question. That the model fails is what a probe is there to find out: it is an answer. */
async function probe(request: ProbeInput, context: OperationContext, hasSample: boolean): Promise<ProbeOutput> {
  const { engine } = context
  const embedder = engine.models.embedder()
  const project = await projectNamed(request.project_path, context)
  const { text, found } = maskSecrets(request.text)
  const facts = embedder.describe()
  const began = engine.now()
  const outcome = await ask(text, embedder, context)
  const latencyMs = Math.max(0, Math.round(engine.now() - began))
  return {
    status: 'failure' in outcome ? ('embedding_probe_failed' as const) : ('ok' as const),
    latencyMs,
    projectPath: project,
    responseMode: request.response_mode,
    diagnostics: {
      provider: facts.provider,
      model: facts.model,
      expectedDimensions: facts.dimensions ?? null,
      authMode: facts.authMode,
      hasApiKey: facts.hasApiKey,
      normalizedBaseUrl: facts.baseUrl,
      ...(request.response_mode === 'full' && { endpoint: facts.endpoint }),
    },
    providerCapabilities: capabilitiesOf(facts, outcome),
    wouldSend: {
      host: new URL(facts.endpoint).host,
      characters: [...text].length,
      maskedSecrets: found.reduce((sum, each) => sum + each.count, 0),
    },
    ...('failure' in outcome ? failedPart(outcome.failure, request) : vectorPart(outcome.vector, facts, hasSample)),
  }
}

/** A probe needs no repository: one is named in the answer when there is one. */
async function projectNamed(path: string | undefined, { engine, caller }: OperationContext): Promise<string | null> {
  if (path === undefined) return (await engine.workspace.folder()) ?? null
  return displayPath(await placeOf(path, engine), caller)
}

type Outcome = { readonly vector: Float32Array } | { readonly failure: EmbedFailure }

async function ask(text: string, embedder: Embedder, { signal }: OperationContext): Promise<Outcome> {
  try {
    const [vector] = await embedder.embed([text], { purpose: 'query', subject: 'code', signal })
    if (vector) return { vector }
    throw new Error('The embedding model returned no vector for a text.')
  } catch (error) {
    if (error instanceof EmbeddingFailed) return { failure: error.failure }
    throw error
  }
}

/** Result of this one question; nothing is remembered of earlier ones. */
function capabilitiesOf(facts: EmbedderFacts, outcome: Outcome): ProbeOutput['providerCapabilities'] {
  const { provider, model, dimensions = null, authMode } = facts
  const known = { provider, model, dimensions, authMode, batchEmbedding: 'unknown' as const }
  if (!('failure' in outcome))
    return { ...known, outputDimensionality: dimensions === null ? ('unknown' as const) : ('supported' as const) }
  const { kind, status } = outcome.failure
  return {
    ...known,
    outputDimensionality: kind === 'dimensions' ? ('unsupported' as const) : ('unknown' as const),
    lastErrorType: kind,
    ...(status !== undefined && { lastHttpStatus: status }),
    lastRetryable: retryable.includes(kind),
  }
}

const SAMPLE = 8
/** Decimal digits that a number of 32 bits holds. */
const DIGITS = 7

const vectorPart = (vector: Float32Array, { model }: EmbedderFacts, hasSample: boolean): Partial<ProbeOutput> => ({
  model,
  dimensions: vector.length,
  // Any other number would have failed.
  dimensionsMatchExpected: true,
  ...(hasSample && { sample: Array.from(vector.subarray(0, SAMPLE), (value) => Number(value.toPrecision(DIGITS))) }),
})

const retryable: readonly EmbedFailureKind[] = ['busy', 'server', 'unreachable', 'timeout']

function failedPart(failure: EmbedFailure, { response_mode: mode }: ProbeInput): Partial<ProbeOutput> {
  const { kind, message, remedy, status, said: responseText, dimensions } = failure
  return {
    ...(dimensions !== undefined && { dimensions, dimensionsMatchExpected: false }),
    error: {
      type: kind,
      message: String(message),
      ...(status !== undefined && { httpStatus: status }),
      retryable: retryable.includes(kind),
      ...(mode === 'full' && responseText !== undefined && { bodySnippet: responseText }),
    },
    recommendedNextActions: [String(remedy), ...(further[kind] ?? [])],
  }
}

/** Beside the remedy of the failure itself: what else is often the cause. */
const further: Readonly<Partial<Record<EmbedFailureKind, readonly string[]>>> = {
  key: [
    'Check that the variable is set where the program is started: agents pass few variables on.',
    'Check models.embedder.auth (WUKU_EMBEDDER_AUTH, GEMINI_AUTH_MODE): x-goog-api-key, bearer or query.',
  ],
  not_found: [
    'Check the path of models.embedder.url: for gemini it may end with /v1beta or leave it out; for openai it usually ends with /v1.',
  ],
  refused: ['Leave models.embedder.dimensions out if the model has only one size.'],
  not_embeddings: ['Check that no login page or proxy answers in place of the server.'],
}

const ofProbes = {
  level: 'admin',
  openWorld: true,
  input: probeInput,
  output: probeOutput,
  aliases: { query: 'text', input: 'text' },
  examples: [{ label: 'With any text', input: { text: 'Where is the token refreshed?' } }],
} as const

export const embeddingProbe = defineRepoOperation({
  ...ofProbes,
  name: 'embedding_probe',
  title: 'Try the embedding model',
  description:
    'For people who configure a model: sends one short text to the embedding model and reports what came back, or why ' +
    'nothing did and how to fix it. Not for finding anything: recall.',
  searchHint: 'embedding vector model provider key test probe 向量 嵌入 模型 测试',
  route: { method: 'POST', path: '/models/embedder/probe' },
  run: async (request, context) => probe(request, context, true),
})

export const geminiEmbeddingProbe = defineRepoOperation({
  ...ofProbes,
  name: 'gemini_embedding_probe',
  title: 'Try Gemini for embeddings',
  description:
    'scythe compatibility, for people who configure a model: sends one short text to Gemini, or to its proxy, and reports ' +
    'what came back. For any provider: embedding_probe.',
  searchHint: 'gemini embedding vector key proxy test probe 向量 嵌入 测试',
  route: { method: 'POST', path: '/models/gemini/probe' },
  async run(request, context) {
    const facts = context.engine.models.embedder().describe()
    if (facts.provider !== 'gemini') throw new WukuError('model-missing', msg('notGemini', { other: facts.provider }))
    return probe(request, context, request.response_mode === 'full')
  },
})
