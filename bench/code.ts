/** `node bench/code.ts [--speed] [options]`: how good, or how fast, the code storehouse is. */
const args = process.argv.slice(2)
const rest = args.filter((arg) => arg !== '--speed')

try {
  if (args.includes('--speed')) await (await import('./code/speed.ts')).measureSpeed(rest)
  else await (await import('./code/quality.ts')).measureQuality(rest)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
