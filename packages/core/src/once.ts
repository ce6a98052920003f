/** Does what is asked for when it is first asked for, and hands it out from then on. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => (done ??= { value: work() }).value
}
