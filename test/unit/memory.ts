/**
 * A function for scripts that tests run in a process of their own. The kernel's own mark of this address space is read:
 * what `resourceUsage` tells begins with the memory of the process that started this one.
 */
export const PEAK_MEGABYTES = `
import { readFileSync as readStatus } from 'node:fs'
const peakMegabytes = () =>
  process.platform === 'linux'
    ? Number(/VmHWM:\\s+(\\d+)/.exec(readStatus('/proc/self/status', 'utf8'))[1]) / 1024
    : process.resourceUsage().maxRSS / 1024
`
