import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { wireTo, type Wire } from '../servers/wire.ts'
import { openMarks } from './marks.ts'

const url = inject('postgres')

it.each([
  { after: 'goes on', mend: (wire: Wire) => wire.go() },
  {
    after: 'has lost what was on the way',
    mend: (wire: Wire) => {
      wire.cut()
      wire.go()
    },
  },
])(
  'a network that stalls and then $after: every call is answered, every write is there once',
  async ({ mend }) => {
    const wire = await wireTo(Number(new URL(url).port))
    const through = new URL(url)
    through.port = String(wire.port)
    const marks = await openMarks(through.href, url)
    const work = marks.begin(8)
    for (let times = 0; times < 3; times++) {
      await work.more(40)
      wire.stall()
      await sleep(500)
      mend(wire)
    }
    await work.more(40)
    const { failures, wrong } = await work.stop()
    expect({ failures, wrong }).toEqual({ failures: [], wrong: [] })
    await marks.close()
    await wire.close()
  },
  60_000,
)
