import { setFlagsFromString } from 'node:v8'

/**
 * Young objects fill semi-spaces that double and double, here and in every thread, and hardly any lives on. Left as they
 * are they cost an index run 100 MB and a server that answers searches 50, for 5 % less CPU at best
 * (docs/decisions/0002-start-up.md).
 */
export function keepHeapsSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  // Other versions of Node do not know it, and say so on standard error.
  if (process.versions.node.startsWith('24.')) setFlagsFromString('--scavenger-max-new-space-capacity-mb=4')
}
