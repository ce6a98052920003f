import { asJson } from '../../../engine/answer.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { probeInput, probeOutput, type ProbeInput, type ProbeOutput } from './probe-shapes.ts'
import { probe } from './probe.ts'
import { projectAliases } from './shapes.ts'

export const embeddingProbe = defineOperation<ProbeInput, ProbeOutput>({
  name: 'embedding_probe',
  group: 'code',
  title: 'Try the embedding model',
  description:
    'For people who configure a model: sends one short text to the embedding model and reports what came back, or why ' +
    'nothing did and how to fix it. Not for finding anything: recall.',
  effect: 'read',
  level: 'admin',
  openWorld: true,
  input: probeInput,
  output: probeOutput,
  aliases: { ...projectAliases, query: 'text', input: 'text' },
  searchHint: 'embedding vector model provider key test probe 向量 嵌入 模型 测试',
  route: { method: 'POST', path: '/models/embedder/probe' },
  examples: [{ says: 'With any text', input: { text: 'Where is the token refreshed?' } }],
  run: async (wanted, context) =>
    probe(wanted, context, { embedder: context.engine.models.embedder(), hasSample: true }),
  render: asJson,
})
