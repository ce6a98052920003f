import { expect, it } from 'vitest'
import { findByBeginning, findPad } from '../../../../../src/app/commands/pads/find.ts'
import type { Engine } from '../../../../../src/engine/engine.ts'
import type { Shell } from '../../../../../src/surfaces/cli/command.ts'
import { openPads } from '../../../kinds/pads/pads-house.ts'

const ids = { workflow: 'abcd1111-w', one: 'abcd2222-p', other: 'abcd2233-p', latin: 'Éa潮4-p' }

async function openShell(): Promise<Shell> {
  const { engine } = openPads()
  const at = engine.now()
  const times = { createdAt: at, updatedAt: at }
  await engine.write('all', async ({ pads }) => {
    await pads.addWorkflow({
      id: ids.workflow,
      name: 'Tides',
      description: null,
      scope: null,
      isActive: true,
      ...times,
    })
    for (const id of [ids.one, ids.other, ids.latin])
      await pads.addPad({
        id,
        workflow: ids.workflow,
        title: `潮汐 ${id}`,
        content: 'ebb',
        by: 'test',
        how: 'test',
        ...times,
      })
  })
  return shellOn(engine)
}

const shellOn = (engine: Engine): Shell => {
  const sink = { write: () => {}, isTerminal: false, hasColours: false, columns: 80 }
  return {
    terminal: { out: sink, err: sink },
    signal: new AbortController().signal,
    json: false,
    quiet: false,
    engine: async () => engine,
    operations: async () => [],
  }
}

const found: readonly [typed: string, id: string][] = [
  [ids.workflow, ids.workflow],
  [ids.one, ids.one],
  ['abcd1', ids.workflow],
  ['abcd2222', ids.one],
  ['abcd223', ids.other],
  ['Éa潮4', ids.latin],
]
it.each(found)('%s is %s', async (typed, id) => {
  const what = await findByBeginning(await openShell(), typed)
  expect(what.what === 'workflow' ? what.workflow.id : what.pad.id).toBe(id)
})

const refused: readonly [typed: string, code: string, ...said: string[]][] = [
  ['', 'bad-input', 'too short'],
  ['abc', 'bad-input', 'too short', '4 characters'],
  ['abcd', 'ambiguous', 'Several', 'workflow "Tides"', ids.one, ids.other],
  ['abcd22', 'ambiguous', ids.one, ids.other],
  ['abcd2224', 'not-found', 'abcd2224', `Did you mean ${ids.one}`],
  ['ffff', 'not-found', 'ffff', 'wuku pads search'],
  ['ffff%_*"\u0000', 'not-found', 'wuku pads search'],
]
it.each(refused)('%j is refused as %s', async (typed, code, ...said) => {
  const error = await findByBeginning(await openShell(), typed).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code })
  for (const word of said) expect(`${String(error)}\n${(error as { remedy: string }).remedy}`).toContain(word)
})

it('says that a workflow is no scratchpad', async () => {
  const shell = await openShell()
  await expect(findPad(shell, 'abcd1')).rejects.toMatchObject({
    code: 'bad-input',
    remedy: expect.stringContaining('wuku pads show'),
  })
  expect((await findPad(shell, 'abcd2222')).id).toBe(ids.one)
})
