/** What a change does not say stays as it was. */
export const withChange = <Kept extends object>(before: Kept, change: NoInfer<Partial<Kept>>): Kept => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})
