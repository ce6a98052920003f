import { describe, expect, it } from 'vitest'
import { hunksOf, linesAfter } from '../src/lines.ts'

const patch = `diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -5 +5,3 @@ around
-five
+--- a/src/b.ts
+@@ -1 +1 @@
+x
@@ -20,0 +23 @@
+new
diff --git a/src/b.ts b/src/b.ts
--- a/src/b.ts
+++ b/src/b.ts
@@ -1 +1 @@
-one
+eins
`

describe('lines after a patch', () => {
  const places: readonly (readonly [path: string, from: number, to: number, after: string])[] = [
    ['src/a.ts', 1, 4, '1-4'],
    ['src/a.ts', 4, 5, 'changed'],
    ['src/a.ts', 6, 20, '8-22'],
    ['src/a.ts', 20, 21, 'changed'],
    ['src/a.ts', 21, 22, '24-25'],
    ['src/b.ts', 1, 1, 'changed'],
    ['src/c.ts', 1, 9, '1-9'],
  ]
  it.each(places)('of %s, lines %i to %i are %s', (path, from, to, after) => {
    const found = linesAfter({ from, to }, hunksOf(path, patch))
    expect(found ? `${found.from}-${found.to}` : 'changed').toBe(after)
  })
})
