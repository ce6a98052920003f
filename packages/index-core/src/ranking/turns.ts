import { policy } from '@wuku/core/policy'

const DAY = 86_400_000

/**
 * Share of its score that a conversation keeps at an age in milliseconds. Most questions follow the last conversation:
 * yesterday and last week differ as much as this year and last year.
 */
export const recencyFactor = (age: number, aged = policy.turns.aged): number =>
  1 - aged * Math.min(1, Math.log1p(Math.max(0, age) / DAY) / Math.log1p(policy.turns.oldestDays))
