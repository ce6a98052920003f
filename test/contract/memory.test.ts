import { openMemory } from '../memory-store/open.ts'
import { storeContract } from './store.ts'

storeContract({
  name: 'memory',
  open: async (_place, options) => openMemory(options),
  lacks: [
    { ability: 'reopen', because: 'it ends with its process' },
    { ability: 'share', because: 'no other process can see it' },
  ],
})
