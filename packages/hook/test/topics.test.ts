import { describe, expect, it } from 'vitest'
import { clausesOf, isAbout, replaces, topicOf } from '../src/topics.ts'

describe('a later order', () => {
  it.each<[earlier: string, later: string]>([
    ['Always use npm.', 'From now on use pnpm.'],
    ['Never use npm.', 'Always use npm for tests.'],
    ['Always squash commits.', 'From now on, never squash commits.'],
    ['Always answer in English.', 'From now on answer in Chinese.'],
    ['Always use tabs', 'From now on use two spaces'],
    ['以后用 npm 装包', '以后一律用 pnpm 装包'],
    ['不要提交到 main 分支', '以后可以提交到 main 分支'],
    ['回答一律用中文', '以後回答請用英文，一律'],
    ['Always run the linter.', 'Please always run the linter.'],
  ])('replaces %j: %j', (earlier, later) => expect(replaces(clausesOf(later), clausesOf(earlier))).toBe(true))
  it.each<[earlier: string, later: string]>([
    ['Always write tests.', 'Never push to main.'],
    ['Never edit the changelog.', 'Always sign commits.'],
    ['Never use npm.', 'Never use yarn.'],
    ['不要用 var', '一律用 const'],
    ['Always run the linter before a commit', 'Never commit without a ticket number'],
  ])('leaves %j: %j', (earlier, later) => expect(replaces(clausesOf(later), clausesOf(earlier))).toBe(false))
})

it.each<[isAbout: boolean, order: string, prompt: string]>([
  [true, 'Never push to main.', 'push the branch to main'],
  [true, 'Always write commit messages in English', 'write a commit message for this'],
  [true, 'Always include code samples when I ask about Kubernetes.', 'How does a Kubernetes service work?'],
  [true, '以后不要直接推送到 main。', '把改动推送到 main 分支'],
  [true, '提交資訊一律用英文', '幫我寫提交資訊'],
  [false, 'Always write tests.', 'fix the login page'],
  [false, 'Always write dates as ISO 8601.', 'Write a function that parses a date range.'],
  [false, 'Never push to main.', 'What does the main module do?'],
  [false, '以后不要直接推送到 main。', '解释一下这个报错'],
])('a prompt is about it, %j: %j, %j', (expected, order, prompt) =>
  expect(isAbout(order, topicOf(prompt))).toBe(expected),
)
