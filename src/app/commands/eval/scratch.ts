import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isWukuError } from '../../../core/errors.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Shell } from '../../../surfaces/cli/command.ts'
import { showProgress } from '../../../surfaces/cli/progress.ts'
import { readUserFile } from '../../user-path.ts'
import type { CommandsInput } from '../input.ts'
import { CORPUS, writeCorpus } from './corpus.ts'

/** A house for one run, with nothing in it but the documents of a folder. */
export interface Scratch {
  readonly home: string
  readonly engine: Engine
  close(): Promise<void>
}

export interface ScratchOptions {
  readonly app: CommandsInput
  readonly shell: Shell
  /** Vectors are made only where meaning is asked for; where it is only compared, words will do. */
  readonly meaning: 'needed' | 'compared' | 'none'
}

export async function openScratch(folder: string, options: ScratchOptions): Promise<Scratch> {
  const home = await mkdtemp(join(tmpdir(), 'wuku-eval-'))
  let engine: Engine | undefined
  const close = async (): Promise<void> => {
    await engine?.close()
    await rm(home, { recursive: true, force: true })
  }
  try {
    await writeCorpus(folder, home, (path) => readUserFile(path, options.app.surroundings))
    engine = await openIn(home, options.app)
    await takeIn(engine, home, options)
    return { home, engine, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openIn(home: string, { settings, surroundings }: CommandsInput): Promise<Engine> {
  const { compose } = await import('../../compose.ts')
  const own = { home, file: join(home, 'settings.yaml'), store: join(home, 'wuku.sqlite') }
  return compose({ ...settings, ...own }, surroundings)
}

async function takeIn(engine: Engine, home: string, { shell, meaning }: ScratchOptions): Promise<void> {
  const progress = showProgress(shell)
  const { signal } = shell
  try {
    await engine.addSource({ root: join(home, CORPUS), kind: 'notes', name: CORPUS, options: {} })
    await engine.index({ sources: [CORPUS], progress: progress.step, signal })
    if (meaning !== 'none')
      await engine.embed({ sources: [], progress: progress.step, signal }).catch((error: unknown) => {
        if (meaning === 'needed' || !isWukuError(error) || error.code === 'cancelled') throw error
      })
  } finally {
    progress.end()
  }
}
