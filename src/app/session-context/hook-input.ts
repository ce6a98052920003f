/** What a program hands to its hook, as far as it says where the session is: each has its own name for that. */
export function folderOf(input: string): string | undefined {
  const said = parse(input)
  const roots: unknown = said['workspace_roots']
  const candidates: readonly unknown[] = [said['cwd'], said['working_dir'], Array.isArray(roots) ? roots[0] : undefined]
  return candidates.find((each): each is string => typeof each === 'string' && each !== '')
}

function parse(input: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(input)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const LONGEST_INPUT = 1_000_000

/** To its end, or as much as came in time: a program that leaves the pipe open holds nobody up. */
export function readInput(stream: NodeJS.ReadStream, patience: number): Promise<string> {
  if (stream.isTTY) return Promise.resolve('')
  return new Promise((done) => {
    let text = ''
    const finish = (): void => {
      clearTimeout(timer)
      stream.destroy()
      done(text)
    }
    const timer = setTimeout(finish, patience)
    stream.setEncoding('utf8')
    stream.on('data', (part: string) => {
      text += part
      if (text.length > LONGEST_INPUT) finish()
    })
    stream.on('end', finish).on('error', finish)
  })
}
