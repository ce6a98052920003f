import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { agentText } from '../api/client.ts'
import { addressOf } from '../ui/citations.ts'
import { useToasts } from '../ui/toasts.ts'
import { useToastAttempt } from '../ui/use-attempt.ts'
import type { MenuItem } from '../ui/WMenu.vue'
import { useKept } from './kept.ts'
import { addressOfInput, type RecallInput } from './recall.ts'
import { waysToOpen } from './ways.ts'

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

/** What can be done with a hit, in the palette and on the page of questions. */
export function useHitActions(input: () => RecallInput): (citation: string) => readonly MenuItem[] {
  const { t } = useI18n()
  const router = useRouter()
  const kept = useKept()
  const copy = useCopy()
  const asked = (): Record<string, string> => addressOfInput(input())
  const link = (citation: string): string =>
    location.origin + router.resolve({ path: '/ask', query: { ...asked(), open: citation } }).href
  const act = (name: string, run: () => unknown): MenuItem => ({
    label: t(`ask.do.${name}`),
    run: () => {
      if (input().query) kept.remember(input())
      return run()
    },
  })
  return (citation) => {
    const copies = waysToOpen(citation)
    return [
      act('open', async () => router.push(addressOf(citation))),
      act('agent', async () => copy(t('ask.do.agentText'), agentText('open', { citation }))),
      ...(['citation', 'command', 'rest'] as const).map((way) =>
        act(way, async () => copy(t(`ask.${way}`), copies[way])),
      ),
      act('link', async () => copy(t('ask.keep'), link(citation))),
      ...(input().query
        ? [
            act('compare', async () =>
              router.push({ path: '/ask/compare', query: { a: new URLSearchParams(asked()).toString() } }),
            ),
            act('whyNot', async () => router.push({ path: '/ask', query: { ...asked(), not: 'ask' } })),
          ]
        : []),
    ]
  }
}
