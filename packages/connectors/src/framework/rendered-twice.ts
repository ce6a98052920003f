type Question = readonly (string | undefined)[]

/** Rendered without answers first, since only then it is known what a text asks; then with them. */
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
