import { plainText } from '../blocks.ts'
import { fieldsOf, isFields, parseFields, textOf, writeJson } from '../fields.ts'

/** What a tool answered, as people read it. */
export function readResult(output: unknown): { text: string; isError: boolean } {
  if (typeof output === 'string') return readWritten(output)
  if (!isFields(output)) return { text: plainText(output), isError: false }
  const text = textOf(output['content']) ?? textOf(output['output']) ?? plainText(output['content'])
  return {
    text: text === '' && !('content' in output) ? writeJson(output) : text,
    isError: output['success'] === false,
  }
}

const FAILED = /^(?:Exit code: |Process exited with code )([1-9]\d*)/m

/** Older versions put the output and the exit code into JSON within the text. */
function readWritten(output: string): { text: string; isError: boolean } {
  const told = output.startsWith('{') ? parseFields(output) : undefined
  const inner = told && 'metadata' in told ? told['output'] : undefined
  if (typeof inner !== 'string') return { text: output, isError: FAILED.test(output.slice(0, 200)) }
  return { text: inner, isError: (fieldsOf(told?.['metadata'])['exit_code'] ?? 0) !== 0 }
}
