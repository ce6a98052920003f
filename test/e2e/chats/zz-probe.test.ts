import { it } from 'vitest'
import { openChatsHouse, linesOf } from './chats-house.ts'
import { installPrograms, places } from './programs.ts'
it('x', async () => {
  const house = openChatsHouse()
  installPrograms(house.home)
  let t = Date.now()
  const lap = (s: string) => { console.log(s, Date.now() - t); t = Date.now() }
  const r = house.run('add', '--agent', 'all', '--json'); lap('agent all'); console.log(r.stdout.slice(0, 6000), r.stderr)
  for (const p of [places.aider, places.chatgpt, places.claudeAi]) { console.log(house.run('add', p, '--json').stdout.slice(0,1500)); lap(p) }
  const at = await house.agent(); lap('mcp')
  console.log((await at.client.listTools()).tools.map((x) => x.name).join(' '))
  const all = await at.call('search_conversations', { intent_query: '*', limit_chats: 100 }); lap('browse')
  for (const id of all.topChatIds) { const g = await at.call('gather_chats', { chatIds: [id] }); console.log(JSON.stringify(g.chat), g.notes); console.log(linesOf(g)) }
  lap('gather')
  await house.remove()
})
