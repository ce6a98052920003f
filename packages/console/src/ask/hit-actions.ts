import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { agentText } from '../api/client.ts'
import { addressOf } from '../ui/citations.ts'
import { useToasts } from '../ui/toasts.ts'
import { useToastAttempt } from '../ui/use-attempt.ts'
import type { MenuItem } from '../ui/WMenu.vue'
import { useKept } from './kept.ts'
import { addressOfInput, type RecallInput } from './recall.ts'
import { waysToAsk, waysToOpen } from './ways.ts'

/** Copies a text and says so. */
export function useCopy(): (name: string, text: string | Promise<string>) => Promise<unknown> {
  const { t } = useI18n()
  const toasts = useToasts()
  const { attempt } = useToastAttempt()
  return async (name, text) =>
    attempt(async () => {
      await navigator.clipboard.writeText(await text)
      toasts.say(t('ask.copied', { name }))
    })
}

/** Actions for a question and its hits, in the palette and on the page of questions. */
export function useHitActions(input: () => RecallInput) {
  const { t } = useI18n()
  const router = useRouter()
  const kept = useKept()
  const copy = useCopy()
  const asked = (): Record<string, string> => addressOfInput(input())
  const act = (name: string, run: () => unknown): MenuItem => ({
    label: t(`ask.do.${name}`),
    run: () => {
      if (input().query) kept.remember(input())
      return run()
    },
  })
  const copies = (ways: Readonly<Record<string, string>>): readonly MenuItem[] =>
    Object.entries(ways).map(([way, text]) => act(way, async () => copy(t(`ask.do.${way}`), text)))
  const go = (name: string, path: string, query: () => Record<string, string>): MenuItem =>
    act(name, async () => router.push({ path, query: query() }))
  const ofQuestion = (): readonly MenuItem[] => [
    ...copies(waysToAsk(input())),
    go('compare', '/ask/compare', () => ({ a: new URLSearchParams(asked()).toString() })),
    go('whyNot', '/ask', () => ({ ...asked(), not: 'ask' })),
  ]
  return {
    ofQuestion,
    ofHit: (citation: string): readonly MenuItem[] => [
      act('open', async () => router.push(addressOf(citation))),
      act('agent', async () => copy(t('ask.do.agent'), agentText('open', { citation }))),
      ...copies(waysToOpen(citation)),
      ...copies({
        link: location.origin + router.resolve({ path: '/ask', query: { ...asked(), open: citation } }).href,
      }),
      ...(input().query ? ofQuestion() : []),
    ],
  }
}
