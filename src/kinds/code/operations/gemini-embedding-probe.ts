import { asJson } from '../../../engine/answer.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { probeInput, probeOutput, type ProbeInput, type ProbeOutput } from './probe-shapes.ts'
import { notGemini, probe } from './probe.ts'
import { projectAliases } from './shapes.ts'

export const geminiEmbeddingProbe = defineOperation<ProbeInput, ProbeOutput>({
  name: 'gemini_embedding_probe',
  group: 'code',
  title: 'Try Gemini for embeddings',
  description:
    'scythe compatibility, for people who configure a model: sends one short text to Gemini, or to its proxy, and reports ' +
    'what came back. For any provider: embedding_probe.',
  effect: 'read',
  level: 'admin',
  openWorld: true,
  input: probeInput,
  output: probeOutput,
  aliases: { ...projectAliases, query: 'text', input: 'text' },
  searchHint: 'gemini embedding vector key proxy test probe 向量 嵌入 测试',
  route: { method: 'POST', path: '/models/gemini/probe' },
  examples: [{ says: 'With any text', input: { text: 'Where is the token refreshed?' } }],
  async run(wanted, context) {
    const embedder = context.engine.models.embedder()
    const facts = embedder.describe()
    if (facts.provider !== 'gemini') throw notGemini(facts)
    return probe(wanted, context, { embedder, hasSample: wanted.response_mode === 'full' })
  },
  render: asJson,
})
