export interface Debounce {
  /** Something happened; `run` follows when it has been quiet, or after the longest wait. */
  stir(): void
  stop(): void
}

export interface Waits {
  /** Milliseconds without a stir: an editor's save is several writes. */
  readonly quiet: number
  /** Milliseconds after the first stir: a log that is written all day is reported all the same. */
  readonly longest: number
}

/** One `run` at a time; what stirs meanwhile is for the next. */
export function createDebounce(run: () => Promise<void>, waits: Waits): Debounce {
  let timer: NodeJS.Timeout | undefined
  let firstAt: number | undefined
  let isRunning = false
  const arm = (): void => {
    if (isRunning || firstAt === undefined) return
    clearTimeout(timer)
    timer = setTimeout(fire, Math.max(0, Math.min(waits.quiet, firstAt + waits.longest - Date.now())))
  }
  const fire = async (): Promise<void> => {
    firstAt = undefined
    isRunning = true
    await run()
    isRunning = false
    arm()
  }
  const stir = (): void => {
    firstAt ??= Date.now()
    arm()
  }
  return { stir, stop: () => clearTimeout(timer) }
}
