/** A terminal sends Ctrl-C to the launcher and to us, and the launcher passes it on: that is one, not two. */
const SAME_PRESS_MS = 200

/** The first Ctrl-C asks for a clean stop, the second ends the process where it stands. */
export function stopOnSignals(said: () => void): AbortSignal {
  const controller = new AbortController()
  let first = 0
  const stop = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      first = performance.now()
      controller.abort()
      said()
    } else if (performance.now() - first > SAME_PRESS_MS) {
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return controller.signal
}
