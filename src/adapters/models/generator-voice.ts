import type { Generated } from '../../ports/generator.ts'
import { failed, voiceOf } from './failures.ts'

export const { refusedBy, silence } = voiceOf({
  called: 'language model',
  url: 'models.generator.url',
  keys: 'WUKU_GENERATOR_KEY or models.generator.key',
  whenSlow: 'Ask again with a lower "reasoning_effort", or choose a faster model with "model".',
  whenLong: 'Ask for less, or check models.generator.url.',
  whenRefused: 'Correct what the message names, or choose another model with "model".',
})

/** An answer without words is none. */
export function demandWords(generated: Generated, refusal?: string | null): Generated {
  if (generated.text.trim() !== '') return generated
  throw failed(
    refusal ? `The language model refused: ${refusal.slice(0, 300)}` : 'The language model returned an empty answer.',
    'Ask in other words, or choose another model with "model".',
  )
}
