import { expect, it } from 'vitest'
import { cookie, cookieOf } from '../../../src/http/login/session-routes.ts'

it.each([
  ['https://wuku.example.com', '__Secure-wuku_refresh=x; HttpOnly; SameSite=Strict; Path=/api; Max-Age=60; Secure'],
  ['http://127.0.0.1:7557', 'wuku_refresh=x; HttpOnly; SameSite=Strict; Path=/api; Max-Age=60'],
])('a cookie of %s is taken from nowhere less safe', (publicUrl, expected) =>
  expect(cookie('wuku_refresh', 'x', { seconds: 60, publicUrl })).toBe(expected),
)

it.each([
  ['https://wuku.example.com', 'wuku_login=planted', undefined],
  ['https://wuku.example.com', 'wuku_login=planted; __Secure-wuku_login=ours', 'ours'],
  ['http://127.0.0.1:7557', 'wuku_login=ours', 'ours'],
])('at %s of the cookies %s the right one counts', (publicUrl, sent, expected) =>
  expect(cookieOf({ cookie: sent }, 'wuku_login', publicUrl)).toBe(expected),
)
