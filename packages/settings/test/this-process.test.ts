import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { hasEnded, newOwner } from '../src/this-process.ts'

const [machine, , unique] = JSON.parse(newOwner()) as [string, number, string]
const owner = (host: string, pid: number): string => JSON.stringify([host, pid, unique])
const endedPid = spawnSync(process.execPath, ['-e', '']).pid

it.each<[says: string, owner: string, isKnown: boolean]>([
  ['this one', newOwner(), false],
  ['one of this machine that ended', owner(machine, endedPid), true],
  ['one of a machine of another name', owner('another', endedPid), false],
  [
    'one of a machine of the same name, or of a container',
    owner(machine.split(' ')[0] ?? '', endedPid),
    !machine.includes(' '),
  ],
  ['nobody', '', false],
  ['something else', '{"a":1}', false],
])('of a process it is known whether it ended: %s', (_says, holder, isKnown) => expect(hasEnded(holder)).toBe(isKnown))
