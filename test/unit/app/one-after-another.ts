/** What the store's lease is to several processes. */
export function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: (confirm: () => Promise<void>) => Promise<T>): Promise<T> => {
    const next = last.then(() => work(async () => {}))
    last = next.catch(() => {})
    return next
  }
}
