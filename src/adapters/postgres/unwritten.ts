export const unwritten = (what: string): never =>
  new Proxy(() => {}, {
    get: () => unwritten(what),
    apply: () => Promise.reject(new Error(`unwritten: ${what}`)),
  }) as never
