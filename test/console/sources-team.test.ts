import { expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })

async function keyOf(name: string, role: string): Promise<string> {
  const { user_id: user } = await house.ask<{ user_id: string }>('POST', '/users', { name, role })
  const scopes = role === 'reader' ? ['read'] : ['read', 'write']
  const body = { name: `${name}'s key`, user_id: user, scopes }
  return (await house.ask<{ key: string }>('POST', '/api-keys', body)).key
}

it('whoever is in by a key makes no further one, and is led to where the first is put', async () => {
  const page = await house.open('/sources/start', { key: await keyOf('Wanda', 'writer') })
  await page.getByRole('link', { name: 'Connect an agent' }).click()
  await page.waitForURL(/agents\/connect\?way=http/)
})

it('a reader of a team is offered nothing that cannot work', async () => {
  const page = await house.open('/sources/start', { key: await keyOf('Rita', 'reader') })
  await page.getByRole('link', { name: 'Connect an agent' }).waitFor()
  expect(await page.getByRole('button', { name: 'Make a key for my agent' }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Connect an agent' }).click()
  await page.getByText('Put a key of yours where').waitFor()
  expect(await page.getByRole('link', { name: 'Make a key' }).count()).toBe(0)
  await page.goto(`${house.url}/people`)
  await page.getByRole('cell', { name: "Rita's key" }).waitFor()
  expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0)
  for (const room of ['/', '/sources', '/code', '/notes']) {
    await page.goto(`${house.url}${room}`)
    await page.locator('main h1').waitFor()
    expect(await page.getByRole('link', { name: 'Add a source' }).count(), room).toBe(0)
    expect(await page.getByText(/wuku (?:start|add)/).count(), room).toBe(0)
  }
})

it('the address of an answer says to whoever may not see it that it is not shared with them', async () => {
  const citation = 'wuku://notes/handbook/plans/dredging.md#L1-L5'
  const page = await house.open(`/ask?q=barge&open=${encodeURIComponent(citation)}`, {
    key: await keyOf('Rosa', 'reader'),
    expects: [/404/],
  })
  await page.getByText('This is not here, or it is not shared with you').waitFor()
})

it('an administrator of a team is shown no folder of the machine', async () => {
  const page = await house.open('/sources/add')
  await page.getByText("Folders of this server's machine are added there").waitFor()
  await page.goto(`${house.url}/sources`)
  await page.getByRole('link', { name: 'handbook', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for handbook' }).click()
  await page.getByRole('menuitem', { name: 'Remove from the index' }).waitFor()
  await page.getByRole('menuitem', { name: 'Move to another folder' }).click()
  await page.getByText("Folders of this server's machine are named there alone").waitFor()
  await page.getByText('wuku move notes/handbook <Folder>').waitFor()
  await expectAccessible(page)
})

it('an administrator of a team pauses a source and lets it go on; others are refused in plain words', async () => {
  const page = await house.open('/sources/notes/handbook')
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for handbook' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await act('Pause')
  await page.getByText('Paused: read by hand alone').waitFor()
  await act('Go on')
  await page.getByText('Paused: read by hand alone').waitFor({ state: 'detached' })

  const key = await keyOf('Walter', 'writer')
  const answer = await fetch(`${house.url}/api/v1/operations/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'notes', name: 'handbook', watch: false, noIndex: true }),
  })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toMatch(/This needs the level .*wuku users set/)
})
