/** Fields without a value in a change stay unchanged. */
export const withChange = <Kept extends object>(before: Kept, change: NoInfer<Partial<Kept>>): Kept => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})
