import { array, assert, asyncProperty, integer, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askInParts, isTooLargeMessage } from '../src/split-requests.ts'

class TooLarge extends Error {}

interface Limits {
  readonly texts?: number
  readonly chars?: number
}

/** Answers with the length of each text. */
function openServer({ texts: most = Infinity, chars = Infinity }: Limits, says = 'too long') {
  const asked: number[] = []
  const fitted: number[] = []
  return {
    asked,
    fitted,
    ask: (texts: readonly string[]) =>
      askInParts(texts, {
        async ask(part) {
          asked.push(part.length)
          if (part.length > most || part.some(({ length }) => length > chars)) throw new TooLarge(says)
          return part.map(({ length }) => length)
        },
        tooLarge: (error) => (error instanceof TooLarge ? error.message : undefined),
        fits: (count) => void fitted.push(count),
      }),
  }
}

const sized = (...lengths: readonly number[]): readonly string[] => lengths.map((length) => 'x'.repeat(length))

describe('a request that is too large', () => {
  it.each<
    [
      says: string,
      limits: Limits,
      given: readonly number[],
      lengths: readonly number[],
      asked: readonly number[],
      fitted: readonly number[],
    ]
  >([
    ['is not', {}, [1, 2, 3], [1, 2, 3], [3], []],
    ['by one', { texts: 2 }, [1, 2, 3], [1, 2, 3], [3, 2, 1], [2]],
    ['by far', { texts: 1 }, [1, 2, 3, 4], [1, 2, 3, 4], [4, 2, 1, 1, 2, 1, 1], [1, 1]],
    ['for one text', { chars: 100 }, [1, 150, 3, 4], [1, 75, 3, 4], [4, 2, 1, 1, 1, 2], []],
    ['for a text alone', { chars: 130 }, [500], [125], [1, 1, 1], []],
  ])('%s', async (...[, limits, given, lengths, asked, fitted]) => {
    const server = openServer(limits)
    expect(await server.ask(sized(...given))).toEqual(lengths)
    expect([server.asked, server.fitted]).toEqual([asked, fitted])
  })

  it.each<[says: string, lengths: readonly number[]]>([
    ["This model's maximum context length is 100 tokens. However, you requested 200 tokens", [475]],
    ['`inputs` must have less than 512 tokens. Given: 900', [540]],
    ['input is too large to process. increase the physical batch size', [500]],
    ['at most 1 text of 500 tokens', [500]],
    ['maximum context length is 40 tokens, you sent 90000', [500]],
  ])('is cut as the server says: %s', async (says, lengths) =>
    expect(await openServer({ chars: 600 }, says).ask(sized(1_000))).toEqual(lengths),
  )

  it('is given up where the length of a text is not to blame', async () => {
    const server = openServer({ chars: 0 })
    await expect(server.ask(sized(1_000))).rejects.toThrow(TooLarge)
    expect(server.asked).toHaveLength(4)
  })

  it('fails as anything else fails', () =>
    expect(
      askInParts(['a', 'b'], {
        ask: () => Promise.reject(new Error('no')),
        tooLarge: () => undefined,
        fits: () => {},
      }),
    ).rejects.toThrow('no'))

  it('gives its answers in the order of the texts', () =>
    assert(
      asyncProperty(array(string({ maxLength: 60 })), integer({ min: 1, max: 8 }), async (texts, most) => {
        expect(await openServer({ texts: most }).ask(texts)).toEqual(texts.map(({ length }) => length))
      }),
    ))
})

it.each<[said: string, isIt: boolean]>([
  ["This model's maximum context length is 8192 tokens, however you requested 9001 tokens (9001 in your prompt)", true],
  ['Invalid request: Requested 300002 tokens, max 300000 tokens per request', true],
  ['`inputs` must have less than 512 tokens. Given: 600', true],
  ['batch size 64 > maximum allowed batch size 32', true],
  ['input is too large to process. increase the physical batch size', true],
  ['BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch', true],
  ['input length exceeds maximum context length', true],
  ['the input length exceeds the context length', true],
  ["'$.input' is too long. Maximum length is 2048, but got 3000 items.", true],
  ['Rate limit reached for tokens per minute: the size of your requests exceeds it', false],
  ['Request too large on tokens per min (TPM): Limit 40000', false],
  ['API key not valid.', false],
  ['output_dimensionality', false],
  ['Unrecognized request argument supplied: encoding_format', false],
])('what servers say of too much: %j: %s', (said, isIt) => expect(isTooLargeMessage(said)).toBe(isIt))
