import { parseJson } from '@wuku/core/lenient-parsing'
import { z } from 'zod'
import { chooseOnnx } from '../onnx/folder.ts'
import { isHubName } from '../onnx/model-locations.ts'
import { bearer } from '../post.ts'
import { failures } from './hub-failures.ts'

/** Model to fetch, and the revision of it. */
export interface ModelRequest {
  readonly name: string
  /** A branch, a tag or a commit. */
  readonly revision: string
  /** Empty for the full model. */
  readonly variant: string
}

/** The files of a model that it takes to run it. */
export async function listNeeded(hub: Hub, request: ModelRequest, signal: AbortSignal): Promise<HubModel> {
  const { name, revision, variant } = request
  if (!isHubName(name)) throw failures.badName(name)
  const url = hubAddress(hub, `api/models/${name}/revision/${encodeURIComponent(revision)}`)
  url.searchParams.set('blobs', 'true')
  const answer = await hub.http.get(url, { signal, headers: headersFor(hub) })
  if (answer.status !== 200) {
    answer.drop()
    throw failures.refused(name, answer.status, url.host)
  }
  const read = listing.safeParse(parseJson(Buffer.from(await answer.bytes()).toString('utf8')))
  if (!read.success) throw failures.notHub(url.host)
  const files = read.data.siblings.map(toFile).filter(({ path }) => isSafe(path))
  return { name, commit: read.data.sha, files: neededOf(files, name, variant) }
}

/** A hub may lie below a path. */
export const hubAddress = ({ url }: Hub, path: string): URL => new URL(`${url.href.replace(/\/?$/, '/')}${path}`)

export const headersFor = ({ token }: Hub): Readonly<Record<string, string>> => bearer(token)()

const listing = z.object({
  sha: z.string().regex(/^[\da-f]{40,64}$/),
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.int().min(0).nullish(),
      blobId: z.string().nullish(),
      lfs: z.object({ sha256: z.string().nullish(), oid: z.string().nullish(), size: z.int().min(0) }).nullish(),
    }),
  ),
})

const toFile = ({ rfilename, size, blobId, lfs }: z.output<typeof listing>['siblings'][number]): HubFile => ({
  path: rfilename,
  size: lfs?.size ?? size ?? 0,
  sha256: lfs?.sha256 ?? lfs?.oid?.replace(/^sha256:/, '') ?? undefined,
  blob: lfs ? undefined : (blobId ?? undefined),
})

/** A name in a listing is anybody's text: none leads out of the folder. */
const isSafe = (path: string): boolean => /^[\w][\w.-]*(?:\/[\w][\w.-]*)*$/.test(path) && !path.includes('..')

function neededOf(files: readonly HubFile[], name: string, variant: string): readonly HubFile[] {
  const models = files.map(({ path }) => path).filter((path) => /^(?:onnx\/)?[^/]+\.onnx$/.test(path))
  const chosen = chooseOnnx(models.toSorted(), variant)
  const variants = models.map((path) => path.replace(/^onnx\/|\.onnx$/g, ''))
  if (!chosen) throw failures.noOnnx(name, variant, variants)
  if (!files.some(({ path }) => path === 'tokenizer.json')) throw failures.noTokenizer(name)
  return files.filter(({ path }) => path === chosen || CONFIG_FILES.test(path) || isWeightOf(chosen, path))
}

const CONFIG_FILES =
  /^(?:(?:config|tokenizer|tokenizer_config|special_tokens_map|modules|sentence_bert_config|config_sentence_transformers)\.json|\d+_\w+\/config\.json)$/

/** Large models keep their weights next to the ONNX file: under its name, or one file each under names without an ending. */
function isWeightOf(chosen: string, path: string): boolean {
  if (path.startsWith(`${chosen}_data`) || path === `${chosen}.data`) return true
  return chosen.startsWith('onnx/') && path.startsWith('onnx/') && !path.slice('onnx/'.length).includes('.')
}

/** A server of models that speaks as Hugging Face does. */
export interface Hub {
  readonly url: URL
  /** Empty where there is none; it is sent to the hub alone. */
  readonly token: () => string
  readonly http: HubHttp
}

/** As guarded requests have it: redirects are followed, and no key goes to another host. */
interface HubHttp {
  get(
    url: URL,
    request: { signal: AbortSignal; headers?: Record<string, string>; maxBytes?: number },
  ): Promise<HubAnswer>
}

export interface HubAnswer {
  readonly status: number
  header(name: string): string | undefined
  readonly body: AsyncIterable<Uint8Array>
  bytes(): Promise<Uint8Array>
  drop(): void
}

export interface HubFile {
  /** Within the model. */
  readonly path: string
  readonly size: number
  /** Hash of its bytes; `undefined` for small files, which the hub identifies by git's name for them. */
  readonly sha256: string | undefined
  readonly blob: string | undefined
}

export interface HubModel {
  readonly name: string
  /** Its files are those of this commit, whatever is changed meanwhile. */
  readonly commit: string
  readonly files: readonly HubFile[]
}
