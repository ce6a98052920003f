import { describe, expect, it, onTestFinished } from 'vitest'
import { compareWith } from '../../../test/servers/connectors/random-changes.ts'
import type { ServiceUnderTest } from '../../../test/servers/connectors/services.ts'
import { openConnectedHouse, type ConnectedHouse } from './connected-house.ts'
import { services } from '../../../test/servers/connectors/services.ts'

const nothing = { missing: [], leaked: [], stale: [] }

/** Rows that hold for every connector, each against a fake server that is filled with `ITEMS` items. */
const ITEMS = 60
/** Items of the row in which every request waits for the limit. */
const FEW = 12

function connectorContract(name: string, open: (items?: number) => Promise<ServiceUnderTest>): void {
  const opened = async (items = ITEMS): Promise<ServiceUnderTest & { readonly house: ConnectedHouse }> => {
    const made = await open(items)
    onTestFinished(() => made.server.close())
    const house = openConnectedHouse()
    for (const email of made.service.people) await house.addPerson(email)
    return { ...made, house }
  }
  const read = async () => {
    const made = await opened()
    await made.house.add(made.service.address, made.service.url, made.service.given)
    return made
  }

  describe(`the connector of ${name}`, () => {
    it('shows everybody what the service shows them', async () => {
      const { house, service } = await read()
      for (const email of service.people)
        expect(compareWith(service.truth(email), await house.texts(email))).toEqual(nothing)
    })
    it('keeps nothing of a place that is wrong', async () => {
      const { house, service, server } = await opened()
      server.faults.always = 404
      await expect(house.add(service.address, service.url, service.given)).rejects.toMatchObject({ code: 'not-found' })
      server.faults.always = 401
      await expect(house.add(service.address, service.url, service.given)).rejects.toMatchObject({
        code: 'unauthorized',
      })
      server.faults.always = undefined
      server.faults.html = true
      await expect(house.add(service.address, service.url, service.given)).rejects.toMatchObject({
        code: 'fetch-failed',
      })
      expect(await house.engine.read((view) => view.sources.list())).toEqual([])
    })
    it.each([
      ['a token without rights', { always: 403 }, 'scopes'],
      ['a token that is refused', { always: 401 }, '--token-env'],
      ['a web page of a proxy', { html: true }, '--api'],
      ['a redirect to another host', { redirect: 'http://login.example.com/' }, '--api'],
    ])('says what to do about %s, and leaves cursor and documents alone', async (_, faults, remedy) => {
      const { house, server } = await read()
      const [before, texts] = [await house.state(), await house.texts()]
      Object.assign(server.faults, faults)
      const report = await house.index({ census: true })
      expect(report.problems.map((problem) => String(problem.remedy)).join(' ')).toContain(remedy)
      expect(report.sources[0]?.complete).toBe(false)
      expect((await house.state()).cursors).toEqual(before.cursors)
      expect(await house.texts()).toEqual(texts)
    })
    it('takes a token that runs out in the middle for what it is', async () => {
      const { house, server, service } = await opened()
      server.faults.expired = 1
      await house.add(service.address, service.url, service.given)
      expect((await house.texts()).size).toBeGreaterThanOrEqual(ITEMS)
    })
    it('reads nothing again when nothing changed', async () => {
      const { house } = await read()
      const { added, changed, removed, moved } = await house.index({ census: true })
      expect({ added, changed, removed, moved }).toEqual({ added: 0, changed: 0, removed: 0, moved: 0 })
    })
    it('lists in a dry run and keeps nothing', async () => {
      const { house, service } = await opened()
      const found = await house.engine.sources.recognise(service.address, { api: service.url, ...service.given })
      if (!found) throw new Error(`Nobody knows ${service.address}.`)
      const options = { connected: { ...found.place, isTrusted: true as const } }
      const plan = await house.engine.sources.plan(
        { root: service.address, kind: 'notes', options },
        new AbortController().signal,
      )
      expect(plan.items.length).toBe(ITEMS)
      expect(await house.engine.read((view) => view.sources.list())).toEqual([])
    })
    it('never asks more than half of what is allowed', async () => {
      const { server, service } = await opened(FEW)
      const house = openConnectedHouse({ isPatient: true })
      server.faults.limit = { requests: 20, window: 500 }
      await house.add(service.address, service.url, service.given)
      expect(server.beyond()).toBe(0)
      expect((await house.texts()).size).toBeGreaterThanOrEqual(FEW)
    })
  })
}

for (const [name, open] of services) connectorContract(name, (items = ITEMS) => open(items, 1))
