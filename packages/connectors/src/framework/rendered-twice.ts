type Question = readonly (string | undefined)[]

/** The first rendering shows what a text asks about pages and people; the second has the answers. */
export async function renderedTwice<Rendered>(
  answerTo: (question: Question) => Promise<string | undefined>,
  render: (ask: (...question: Question) => string | undefined) => Rendered,
): Promise<Rendered> {
  const asked = new Map<string, Question>()
  const answers = new Map<string, string | undefined>()
  const ask = (...question: Question): string | undefined => {
    const key = JSON.stringify(question)
    asked.set(key, question)
    return answers.get(key)
  }
  render(ask)
  for (const [key, question] of asked) answers.set(key, await answerTo(question))
  return render(ask)
}
