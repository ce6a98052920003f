/** Idle time before a file is closed: longer than the analysis of a slice, which reading waits for. */
const IDLE_MS = 5_000

/** Something that is open for as long as it is asked for, and closed some seconds later or when it is known to be done. */
export interface IdleResource<T> {
  get(): Promise<T>
  close(): Promise<void>
}

export function keepOpen<T>(open: () => Promise<T>, end: (opened: T) => Promise<void>): IdleResource<T> {
  let opened: Promise<T> | undefined
  let timer: NodeJS.Timeout | undefined
  const close = async (): Promise<void> => {
    clearTimeout(timer)
    const before = opened
    opened = undefined
    // A failure to open was reported to the caller; a failure to close loses nothing, since the file is only read.
    await before?.then(end).catch(() => undefined)
  }
  const get = (): Promise<T> => {
    clearTimeout(timer)
    timer = setTimeout(() => void close(), IDLE_MS)
    opened ??= open()
    return opened
  }
  return { get, close }
}
