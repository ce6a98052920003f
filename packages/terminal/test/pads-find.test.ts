import { expect, it } from 'vitest'
import { resolvePadId } from '@wuku/pads/operations/resolve-pad-id'
import type { Calls } from '../src/action-groups.ts'
import { findByBeginning, findPad } from '../src/pads/pad-actions.ts'
import type { Input } from '../src/command-types.ts'
import { openShell } from './shell-house.ts'
import { openPads } from '../../pads/test/pads-house.ts'

const ids = { workflow: 'abcd1111-w', one: 'abcd2222-p', other: 'abcd2233-p', latin: 'Éa潮4-p' }

async function openCalls(): Promise<Pick<Calls, 'ask'>> {
  const { engine } = openPads()
  const at = engine.now()
  const times = { createdAt: at, updatedAt: at }
  await engine.pads.write('all', async ({ pads }) => {
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
  const { shell } = openShell(engine)
  return {
    ask: async <Output>(name: string, input: Input) => {
      expect(name).toBe(resolvePadId.name)
      return (await shell.call<Output>(resolvePadId, input)).output
    },
  }
}

it.each<[typed: string, id: string]>([
  [ids.workflow, ids.workflow],
  [ids.one, ids.one],
  ['abcd1', ids.workflow],
  ['abcd2222', ids.one],
  ['abcd223', ids.other],
  ['Éa潮4', ids.latin],
])('%s is %s', async (typed, id) => expect((await findByBeginning(typed, await openCalls())).id).toBe(id))

it.each<[typed: string, code: string, ...said: string[]]>([
  ['', 'bad-input', 'too short'],
  ['abc', 'bad-input', 'too short', '4 characters'],
  ['abcd', 'ambiguous', 'Several', 'workflow "Tides"', ids.one, ids.other],
  ['abcd22', 'ambiguous', ids.one, ids.other],
  ['abcd2224', 'not-found', 'abcd2224', `Did you mean ${ids.one}`],
  ['ffff', 'not-found', 'ffff', 'wuku pads search'],
  ['ffff%_*"\u0000', 'not-found', 'wuku pads search'],
])('%j is refused as %s', async (typed, code, ...said) => {
  const error = await findByBeginning(typed, await openCalls()).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code })
  for (const word of said) expect(`${String(error)}\n${(error as { remedy: string }).remedy}`).toContain(word)
})

it('says that a workflow is no scratchpad', async () => {
  const calls = await openCalls()
  await expect(findPad('abcd1', calls)).rejects.toMatchObject({
    code: 'bad-input',
    remedy: expect.stringContaining('wuku pads show'),
  })
  expect((await findPad('abcd2222', calls)).id).toBe(ids.one)
})
