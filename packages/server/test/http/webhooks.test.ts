import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openJobsHouse, type JobsHouse } from './jobs-house.ts'

let house: JobsHouse
beforeAll(async () => void (house = await openJobsHouse()))
afterAll(() => house.close())

const body = '{"action":"edited"}'
const hmac = (secret: string): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const lark = (secret: string) => createHash('sha256').update(`1700000000n1${secret}${body}`).digest('hex')
const send = (headers: Record<string, string>, { source = 'shop', text = body } = {}): Promise<Response> =>
  fetch(`${house.url}/api/v1/webhooks/${source}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  })

it.each([
  ['GitHub', { 'x-hub-signature-256': hmac('s3cret') }, 202],
  ['Confluence', { 'x-hub-signature': hmac('s3cret') }, 202],
  ['Notion', { 'x-notion-signature': hmac('s3cret') }, 202],
  ['GitLab', { 'x-gitlab-token': 's3cret' }, 202],
  [
    'Feishu',
    { 'x-lark-signature': lark('s3cret'), 'x-lark-request-timestamp': '1700000000', 'x-lark-request-nonce': 'n1' },
    202,
  ],
  ['another secret', { 'x-hub-signature-256': hmac('other') }, 401],
  ['no signature', {}, 401],
])('a message of %s is taken or refused', async (_, headers, status) =>
  expect((await send(headers)).status).toBe(status),
)

it('another source, or other words, are not signed', async () => {
  const headers = { 'x-hub-signature-256': hmac('s3cret') }
  expect((await send(headers, { source: 'other' })).status).toBe(401)
  expect((await send(headers, { text: '{}' })).status).toBe(401)
})

it('Feishu hears that its key is known', async () => {
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update('s3cret').digest(), Buffer.alloc(16, 7))
  const asked = cipher.update('{"challenge":"挑战","type":"url_verification"}', 'utf8')
  const encrypt = Buffer.concat([Buffer.alloc(16, 7), asked, cipher.final()]).toString('base64')
  expect(await (await send({}, { text: JSON.stringify({ encrypt }) })).json()).toEqual({ challenge: '挑战' })
})

it('a burst of messages starts one pass', async () => {
  await expect.poll(async () => (await house.json<{ total: number }>('/api/v1/jobs')).total).toBe(1)
})
