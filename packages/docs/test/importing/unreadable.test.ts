import { expect, it } from 'vitest'
import { openHouse } from '../docs-house.ts'

const upload = (path: string, text: string) => ({ library: 'tides', version: '1', documents: [{ path, text }] })

it('an upload after a file that failed does not read that file again, and a retry does', async () => {
  const house = openHouse()
  await house.add('tides', '1', { 'a.md': '# A\n\nEbb.' })
  expect(await house.call('add-documents', upload('bad.pdf', 'broken'))).toMatchObject({ failed_count: 1 })
  expect(house.converted).toEqual(['bad.pdf'])
  await house.call('add-documents', upload('b.md', '# B\n\nFlood.'))
  await house.call('add-documents', upload('good.pdf', 'Ebb and flood.'))
  expect(house.converted).toEqual(['bad.pdf', 'good.pdf'])
  await house.call('retry-documents', { library: 'tides', version: '1' })
  expect(house.converted).toEqual(['bad.pdf', 'good.pdf', 'bad.pdf'])
})

it('a file that failed is read again once its bytes are others', async () => {
  const house = openHouse()
  await house.call('add-documents', upload('bad.pdf', 'broken'))
  await house.call('add-documents', upload('bad.pdf', 'broken'))
  expect(house.converted).toEqual(['bad.pdf'])
  expect(await house.call('add-documents', upload('bad.pdf', 'Ebb.'))).toMatchObject({ failed_count: 0 })
  expect(house.converted).toEqual(['bad.pdf', 'bad.pdf'])
})
