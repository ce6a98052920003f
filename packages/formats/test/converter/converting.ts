import { expect } from 'vitest'
import { convertHere } from '../../src/converter/convert.ts'

/** The text that is made of a file, and what it is called. */
export async function textOf(path: string, bytes: Uint8Array): Promise<{ text: string; title?: string }> {
  const answer = await convertHere({ path, bytes })
  if ('said' in answer) throw new Error(answer.said)
  const text = Buffer.from(answer.bytes).toString()
  return { text, ...(answer.title !== undefined && { title: answer.title }) }
}

/** What stands on the page that is made of it. */
export async function mainOf(path: string, bytes: Uint8Array): Promise<string> {
  const { text } = await textOf(path, bytes)
  return /<main>\n([^]*)\n<\/main>/.exec(text)?.[1] ?? ''
}

/** It is refused with these words, and told what to do. */
export async function expectRefusal(path: string, bytes: Uint8Array, [said, remedy]: readonly [RegExp, RegExp]) {
  const answer = await convertHere({ path, bytes })
  const refusal = { said: expect.stringMatching(said), remedy: expect.stringMatching(remedy) }
  // The same bytes are refused again, so nothing reads them again.
  expect(answer).toEqual({ ...refusal, isLasting: true })
}
