import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from '@wuku/core/once'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { newFolder, removeFolder } from '../scratch.ts'

// A file of end-to-end tests has this module to itself.
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const outlivesTest = new AsyncLocalStorage<true>()

/** When the running test is over; outside of tests and of those that run side by side, when those of the file are. */
export function atEnd(end: () => unknown): void {
  const test = TestRunner.getCurrentTest()
  if (test && !test.concurrent && !outlivesTest.getStore()) onTestFinished(async () => void (await end()))
  else ends.push(end)
}

/** One for all tests of a file that only ask, opened by the first of them. */
export const shared = <House>(open: () => Promise<House>): (() => Promise<House>) =>
  once(() => outlivesTest.run(true, open))

/** An empty folder until the end, by its real path. */
export function folderToEnd(): string {
  const folder = newFolder()
  atEnd(() => removeFolder(folder))
  return folder
}
