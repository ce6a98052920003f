import { msg } from '@wuku/messages/chats'
import { WukuError } from '@wuku/core/errors'
import type { SearchInput } from './chat-search-shapes.ts'

/** Milliseconds since the epoch, both ends included. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** There is no later date. */
export const LAST = 8.64e15

const DAY = 86_400_000
/** Before this, in March 1973, nobody talked to an agent: what is smaller was counted in seconds. */
const SECONDS = 1e11

export function windowOf(timeWindow: SearchInput['time_window'], now: number): Window | undefined {
  if (timeWindow === 'all') return undefined
  if (typeof timeWindow === 'string') return { from: now - Number.parseInt(timeWindow, 10) * DAY, to: Infinity }
  const isSeconds = timeWindow.end < SECONDS
  const window = { from: timeWindow.start * (isSeconds ? 1_000 : 1), to: timeWindow.end * (isSeconds ? 1_000 : 1) }
  if (window.from <= window.to) return window
  throw new WukuError('bad-input', msg('timeWindowEndsBeforeStarts'))
}

export const isWithin = (at: number, { from, to }: Window): boolean => at >= from && at <= to

export const overlaps = (one: Window, other: Window): boolean => one.from <= other.to && other.from <= one.to

export const contains = (outer: Window, inner: Window): boolean => outer.from <= inner.from && inner.to <= outer.to
