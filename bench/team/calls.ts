import type { Program } from '../server/program.ts'

/** An operation over HTTP. */
export async function call<Output>(
  { url, headers }: Pick<Program, 'url' | 'headers'>,
  name: string,
  input: object,
): Promise<Output> {
  const reply = await fetch(`${url}/api/v1/operations/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(60_000),
  })
  if (!reply.ok) throw new Error(`${name} was refused: ${await reply.text()}`)
  return (await reply.json()) as Output
}

export async function makePad(program: Program, nth: number): Promise<string> {
  const { workflow } = await call<{ workflow: { id: string } }>(program, 'create-workflow', { name: `Agent ${nth}` })
  const given = { workflow_id: workflow.id, title: 'Log', content: '# Log\n' }
  return (await call<{ scratchpad: { id: string } }>(program, 'create-scratchpad', given)).scratchpad.id
}

/** All of a scratchpad, whatever its length. */
export const textOf = async (program: Program, id: string): Promise<string> =>
  (await call<{ scratchpad: { content: string } }>(program, 'get-scratchpad', { id, max_content_chars: 10_000_000 }))
    .scratchpad.content
