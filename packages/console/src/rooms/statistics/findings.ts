import type { Formats } from '../../text/format.ts'
import { totalsOf, type History, type Range } from './use-history.ts'

type Say = (key: string, named?: Record<string, string>, plural?: number) => string

/** Less is no change that anybody has to know of. */
const SMALL = 0.02

/** How a figure went, against the same time before. */
export function changeOf(
  now: number,
  before: number,
): { readonly way: 'rose' | 'fell' | 'same' | 'none'; readonly share: number } {
  if (before === 0) return { way: 'none', share: 0 }
  const share = now / before - 1
  return { way: Math.abs(share) < SMALL ? 'same' : share > 0 ? 'rose' : 'fell', share: Math.abs(share) }
}

/** What the charts of calls show, in sentences. */
export function findingsOf(
  history: History,
  range: Range,
  { t, formats }: { readonly t: Say; readonly formats: Formats },
) {
  const { now, before } = totalsOf(history)
  const period = t(`statistics.before.${range}`)
  const said = (key: string, of: 'calls' | 'tokens', number: (value: number) => string): string => {
    const { way, share } = changeOf(now[of], before[of])
    return t(
      `statistics.say.${key}.${way}`,
      {
        now: number(now[of]),
        before: number(before[of]),
        share: formats.percent(Math.round(share * 100) / 100),
        period,
      },
      now[of],
    )
  }
  const shareOf = (part: number): string => formats.percent(now.calls === 0 ? 0 : part / now.calls)
  const outcome = t('statistics.say.outcome', { empty: shareOf(now.empty), failed: shareOf(now.failed) })
  const durations = { p50: formats.milliseconds(now.p50), p95: formats.milliseconds(now.p95) }
  return {
    calls:
      now.calls === 0 ? said('calls', 'calls', formats.number) : `${said('calls', 'calls', formats.number)} ${outcome}`,
    latency:
      now.calls === 0
        ? t('statistics.say.latency.empty')
        : before.calls === 0
          ? t('statistics.say.latency.none', durations)
          : t('statistics.say.latency.known', { ...durations, before: formats.milliseconds(before.p95), period }),
    tokens: said('tokens', 'tokens', formats.compact),
  }
}
