import { readVersion } from './package.ts'
import { keepHeapsSmall } from './small-heap.ts'

/** Scripts and agents wait for the start: what a command does not need is not loaded. */
const tokens = process.argv.slice(2)
if (tokens.length === 1 && ['version', '--version', '-v'].includes(tokens[0] ?? '')) {
  process.stdout.write(`${readVersion()}\n`)
} else {
  keepHeapsSmall()
  const { runCommandLine } = await import('./command-line.ts')
  process.exitCode = await runCommandLine(tokens.length > 0 ? tokens : [process.stdin.isTTY ? 'help' : 'mcp'])
}
