import { expect, it } from 'vitest'
import { conceptEmbedder } from '../../../kernel/test/meaning/meaning-house.ts'
import { openChats } from './chats-house.ts'

it('a search of conversations finds what means the same, and holds no view open while the model thinks', async () => {
  const embedder = conceptEmbedder()
  const told = [
    { id: 'harbour', said: ['user: When does the dredging begin?'] },
    { id: 'garage', said: ['user: The tyres of the automobile are worn.'] },
  ] as const
  const house = await openChats(told, { models: { embedder: () => embedder } })
  await house.engine.models.embed({ sources: [] })
  const { results } = await house.call<{ readonly results: readonly { readonly chatId: string }[] }>(
    'search_conversations',
    { query: 'excavation', expand: 'auto' },
  )
  expect(results[0]?.chatId).toBe('harbour')
  expect(embedder.texts).toContain('excavation')
})
