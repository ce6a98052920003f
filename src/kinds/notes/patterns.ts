/** `a,b` is two patterns; the comma of `{a,b}` stays. */
export const splitPatterns = (text: string): readonly string[] =>
  (text.match(/(?:\{[^}]*\}|[^,])+/g) ?? []).map((each) => each.trim()).filter((each) => each !== '')
