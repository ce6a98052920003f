import { expect, it } from 'vitest'
import { useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })

async function keyOf(name: string, role: 'reader' | 'writer'): Promise<string> {
  const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name, role })
  const scopes = [{ reader: 'read', writer: 'write' }[role]]
  const { key } = await house.ask<{ key: string }>('POST', '/api-keys', { name, user_id, scopes })
  return key
}

it('a workflow of a user is seen by others once it is shared, who may read and not change it', async () => {
  const owner = await house.open('/pads', { key: await keyOf('Mia', 'writer') })
  await owner.getByRole('button', { name: 'New workflow' }).click()
  await owner.getByRole('dialog').getByLabel('Name').fill('Raise the wreck')
  await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await owner.getByRole('heading', { level: 1, name: 'Raise the wreck' }).waitFor()
  const path = new URL(owner.url()).pathname

  const other = await house.open(path, { key: await keyOf('Noa', 'reader') })
  await other.getByText('There is no such workflow').waitFor()

  await owner.getByRole('button', { name: 'Share Raise the wreck' }).click()
  const sheet = owner.getByRole('dialog', { name: 'Who sees Raise the wreck' })
  await sheet.getByLabel('People and groups').click()
  await sheet.getByLabel('People and groups').pressSequentially('noa')
  await owner.getByRole('option', { name: 'Noa' }).click()
  await sheet.getByText('Noa will see it, and does not now').waitFor()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await owner.getByText('Raise the wreck is now seen by: Private.').waitFor()

  await other.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Pads', exact: true }).click()
  await other.getByRole('link', { name: 'Raise the wreck' }).click()
  await other.getByRole('heading', { level: 1, name: 'Raise the wreck' }).waitFor()
  await other.getByText('No pads yet').waitFor()
  expect(await other.getByRole('button', { name: 'New pad' }).count()).toBe(0)
  expect(await other.getByRole('button', { name: /^Actions: / }).count()).toBe(0)
})
