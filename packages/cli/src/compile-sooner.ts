import { setFlagsFromString } from 'node:v8'
import { isNode24 } from './small-heap.ts'

/**
 * A server is warm once V8 has compiled the code that each question runs, and by default it waits for 3,000 calls:
 * several hundred questions. Compiled code also needs less memory than its source (docs/decisions/0015-search-speed.md).
 */
export function compileSooner(): void {
  if (isNode24()) setFlagsFromString('--invocation-count-for-turbofan=1000')
}
