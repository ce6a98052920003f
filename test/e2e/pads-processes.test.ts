import { describe, expect, it } from 'vitest'
import { openPadsHouse, type Agent, type PadsHouse } from './pads-house.ts'
import { killAt } from './mcp-home.ts'

const WRITERS = 8
const EACH = 125

async function openPad(agent: Agent): Promise<string> {
  const { workflow } = await agent.call('create-workflow', { name: 'Race' })
  const made = { workflow_id: workflow.id, title: 'log', content: '' }
  return (await agent.call('create-scratchpad', made)).scratchpad.id
}

const wholeText = async (agent: Agent, id: string): Promise<string> =>
  (await agent.call('tail-scratchpad', { id, full_content: true })).scratchpad.content

/** The marker stands in no other block, and the end shows that none is cut. */
const blockOf = (writer: number, nth: number): string =>
  `writer${writer}x${nth} 写入 ${'filling '.repeat(4)}end${writer}x${nth}`

const blocksIn = (content: string): readonly string[] => content.split('\n\n---\n<!--- block start --->\n')

describe('several processes on one scratchpad', () => {
  it(`keep every one of ${WRITERS * EACH} blocks, once and whole`, async () => {
    const house = openPadsHouse()
    const agents = await Promise.all(Array.from({ length: WRITERS }, () => house.agent()))
    const [first] = agents
    const id = await openPad(first as Agent)
    await Promise.all(
      agents.map(async (agent, writer) => {
        for (let nth = 0; nth < EACH; nth++)
          await agent.call('append-scratchpad', { id, content: blockOf(writer, nth) })
      }),
    )
    const blocks = blocksIn(await wholeText(first as Agent, id))
    const expected = agents.flatMap((_, writer) => Array.from({ length: EACH }, (__, nth) => blockOf(writer, nth)))
    expect(blocks.toSorted()).toEqual(expected.toSorted())
    for (let writer = 0; writer < WRITERS; writer++) {
      const own = blocks.filter((block) => block.startsWith(`writer${writer}x`))
      expect(own).toEqual(Array.from({ length: EACH }, (_, nth) => blockOf(writer, nth)))
    }
    const found = await (first as Agent).call('search-workflows', { query: `end7x${EACH - 1}` })
    expect(found.results[0]).toMatchObject({ score: 1, matching_scratchpads: 1 })
  })

  it('refuse the second of two writes that were decided on the same version', async () => {
    const house = openPadsHouse()
    const [one, other] = [await house.agent(), await house.agent()]
    const id = await openPad(one)
    const writes = [one, other].map((agent) =>
      agent.client.callTool({ name: 'append-scratchpad', arguments: { id, content: 'mine', expected_version: 1 } }),
    )
    const failed = (await Promise.all(writes)).filter(({ isError }) => isError)
    expect(failed).toHaveLength(1)
    expect(JSON.stringify(failed[0]?.content)).toContain('version 2')
    expect(await wholeText(one, id)).toBe('mine')
  })
})

it('kill -9 loses nothing that was answered, and leaves no half block', async () => {
  const house = openPadsHouse()
  const keeper = await house.agent()
  const id = await openPad(keeper)
  const answered: string[] = []
  for (let round = 0; round < 6; round++) await appendUntilKilled(house, { id, round, answered })
  expect(answered.length).toBeGreaterThanOrEqual(3 * 6)
  const blocks = blocksIn(await wholeText(keeper, id))
  expect(answered.filter((block) => blocks.filter((each) => each === block).length !== 1)).toEqual([])
  for (const block of blocks) expect(block).toMatch(/^writer(\d+x\d+) .* end\1$/)
  for (const block of [blocks[0], blocks.at(-1)]) {
    const marker = block?.split(' ')[0] ?? ''
    expect((await keeper.call('search-workflows', { query: marker })).results[0]?.score).toBe(1)
    expect((await keeper.call('recall', { query: marker })).hits).toHaveLength(1)
  }
})

interface Killing {
  readonly id: string
  readonly round: number
  readonly answered: string[]
}

/** The kill falls somewhere into an append: one change of the store later in each round. */
async function appendUntilKilled(house: PadsHouse, { id, round, answered }: Killing): Promise<void> {
  const agent = await house.agent()
  let stop = (): void => {}
  for (let nth = 0; ; nth++) {
    const content = blockOf(round, nth)
    if (nth === 3) stop = killAt(round + 1, house.data, agent.pid)
    const said = await agent.call('append-scratchpad', { id, content }).catch(() => undefined)
    if (!said) break
    answered.push(content)
  }
  stop()
  await agent.close()
}
