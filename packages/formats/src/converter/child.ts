import process from 'node:process'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { ForeignFile } from '@wuku/core/ports/converter'

/**
 * Runs as a process of its own. Files are read on a thread of it, so that whatever they do, it still hears that its parent
 * is gone, and goes too.
 */
if (isMainThread) relay(process, new Worker(new URL(import.meta.url)))
else {
  parentPort?.on('message', async ({ home, ...file }: ForeignFile & { readonly home: string }) => {
    const { convertHere } = await import('./convert.ts')
    parentPort?.postMessage(await convertHere(file, home), [])
  })
}

function relay(line: NodeJS.Process, thread: Worker): void {
  // At once, and without the farewells of native code that may be in the middle of something.
  const end = (): void => void line.kill(line.pid, 'SIGKILL')
  line.on('message', (file) => thread.postMessage(file, []))
  line.on('disconnect', end)
  thread.on('message', (answer) => line.send?.(answer))
  thread.on('error', end)
  thread.on('exit', end)
}
