import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A definition as Universal Ctags has it. */
export interface Tag {
  readonly name: string
  readonly path: string
  readonly line: number
  readonly language: string
  readonly kind: string
  readonly scopeKind?: string
  /** The line, as a pattern. */
  readonly pattern?: string
}

/** Files of a tree; the program is that of Debian's package universal-ctags, or CTAGS. */
export async function tagsOf(tree: string, paths: readonly string[]): Promise<readonly Tag[]> {
  const program = process.env['CTAGS'] ?? 'ctags'
  const args = ['--options=NONE', '--output-format=json', '--fields=+nKlsZP', '--sort=no', '-f', '-', '-L', '-']
  const running = promisify(execFile)(program, args, { cwd: tree, maxBuffer: 2 ** 30 })
  running.child.stdin?.end(paths.join('\n'))
  const { stdout } = await running
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"_type": "tag"'))
    .map((line) => JSON.parse(line) as Tag)
}
