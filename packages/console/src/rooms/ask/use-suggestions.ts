import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useKept } from '../../ask/kept.ts'
import type { RecallInput } from '../../ask/recall.ts'

export interface Suggestion {
  readonly key: string
  readonly group: 'saved' | 'recent' | 'examples'
  readonly input: RecallInput
  readonly about?: string
}

const EXAMPLES = {
  decided: { kinds: ['notes', 'chats', 'pads'] },
  errors: { kinds: ['chats'], since: '7d' },
  phrase: {},
  install: { kinds: ['docs'] },
} as const

/** What an empty box offers. */
export function useSuggestions(): ComputedRef<readonly Suggestion[]> {
  const { t } = useI18n()
  const kept = useKept()
  return computed(() => [
    ...(['saved', 'recent'] as const).flatMap((group) =>
      kept.kept[group].map((input): Suggestion => ({ key: `${group} ${JSON.stringify(input)}`, group, input })),
    ),
    ...Object.entries(EXAMPLES).map(([name, settings]): Suggestion => ({
      key: name,
      group: 'examples',
      input: { query: t(`ask.examples.${name}.query`), ...settings },
      about: t(`ask.examples.${name}.about`),
    })),
  ])
}
