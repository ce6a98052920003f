import type { Contestant, Server } from './contestant.ts'
import { createPad, createWorkflow } from './fill.ts'
import { timeEach } from './timing.ts'
import type { DraftWorkflow } from './workload.ts'

const APPENDS = 300
const PADS = 20
const CREATES = 50
const WARM_UP = 20

/** Milliseconds of appends of 200 bytes to pads of 10 KB that take turns. */
export async function measureAppends(
  contestant: Contestant,
  home: string,
  [like]: readonly DraftWorkflow[],
): Promise<readonly number[]> {
  return withServer(contestant, home, async (server) => {
    const workflow_id = await createWorkflow(server, { name: 'Appends' })
    const content = like?.pads[0]?.content ?? ''
    const ids: string[] = []
    for (let nth = 0; nth < PADS; nth++)
      ids.push(await createPad(server, { workflow_id, title: `Pad ${nth}`, content }))
    const append = (nth: number) => server.call('append-scratchpad', { id: ids[nth % PADS], content: noteOf(nth) })
    await timeEach(WARM_UP, (nth) => append(nth))
    return timeEach(APPENDS, (nth) => append(WARM_UP + nth))
  })
}

/** Milliseconds of new pads like those that are there. */
export async function measureCreates(
  contestant: Contestant,
  home: string,
  workload: readonly DraftWorkflow[],
): Promise<readonly number[]> {
  const drafts = workload.flatMap(({ pads }) => pads).slice(0, CREATES)
  return withServer(contestant, home, async (server) => {
    const workflow_id = await createWorkflow(server, { name: 'Creates' })
    return timeEach(drafts.length, (nth) => createPad(server, { workflow_id, ...drafts[nth] }))
  })
}

async function withServer<T>(contestant: Contestant, home: string, work: (server: Server) => Promise<T>): Promise<T> {
  const server = await contestant.start(home)
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

const noteOf = (nth: number): string =>
  `Note ${nth}: the pilot boat passed buoy ${nth * 7} at high water; 第 ${nth} 次记录，潮水涨到最高处，引航船经过浮标，一切正常。Next look in ${nth % 60} minutes.`
