import { z } from 'zod'
import { count } from '@wuku/kernel/base/operation-shapes'
import { authModes, embedFailures, embedProviders } from '@wuku/core/ports/embedder'
import { compactOrFull, projectPath } from '../repo-shapes.ts'

export const probeInput = z.strictObject({
  text: z.string().min(1).max(10_000).describe('Text to send; secrets are masked.'),
  project_path: projectPath,
  response_mode: compactOrFull,
})

const providerName = z.enum(embedProviders)
const authMode = z.enum([...authModes, 'none'])

export const probeOutput = z.strictObject({
  status: z.enum(['ok', 'embedding_probe_failed']),
  latencyMs: count,
  projectPath: z.string().nullable().describe('null: there is no workspace.'),
  responseMode: compactOrFull,
  diagnostics: z.strictObject({
    provider: providerName,
    model: z.string(),
    expectedDimensions: count.nullable().describe('null: the default of the model.'),
    authMode,
    hasApiKey: z.boolean(),
    normalizedBaseUrl: z.string(),
    endpoint: z.string().optional(),
  }),
  providerCapabilities: z.strictObject({
    provider: providerName,
    model: z.string(),
    dimensions: count.nullable(),
    authMode,
    batchEmbedding: z.literal('unknown'),
    outputDimensionality: z.enum(['supported', 'unsupported', 'unknown']),
    lastErrorType: z.enum(embedFailures).optional(),
    lastHttpStatus: count.optional(),
    lastRetryable: z.boolean().optional(),
  }),
  wouldSend: z.strictObject({
    host: z.string(),
    characters: count.describe('Length of the text in code points.'),
    maskedSecrets: count,
  }),
  model: z.string().optional(),
  dimensions: count.optional(),
  dimensionsMatchExpected: z.boolean().optional(),
  sample: z.array(z.number()).optional().describe('The first eight numbers of the vector.'),
  error: z
    .strictObject({
      type: z.enum(embedFailures),
      message: z.string(),
      httpStatus: count.optional(),
      retryable: z.boolean(),
      bodySnippet: z.string().optional(),
    })
    .optional(),
  recommendedNextActions: z.array(z.string()).optional(),
})

export type ProbeInput = z.output<typeof probeInput>
export type ProbeOutput = z.output<typeof probeOutput>
