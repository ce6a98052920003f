import { setFlagsFromString } from 'node:v8'
import { isNode24 } from './small-heap.ts'

/**
 * A server is warm when V8 has compiled what each question runs, and by itself it waits for 3,000 calls: several hundred
 * questions. What is compiled also needs less memory than what it is made from (docs/decisions/0015-search-speed.md).
 */
export function compileSooner(): void {
  if (isNode24()) setFlagsFromString('--invocation-count-for-turbofan=1000')
}
