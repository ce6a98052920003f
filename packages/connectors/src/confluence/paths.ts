import type { Space } from './confluence-types.ts'

const encoded = encodeURIComponent
const numberOf = (id: string): string => id.slice(id.indexOf('/') + 1)

/** Paths behind the address of the API; `id` is `pages/123`. An empty one: there is none. */
export type Paths = typeof ofCloud
export const ofCloud = {
  spaces: (key: string) => `/api/v2/spaces?status=current&limit=250${key && `&keys=${encoded(key)}`}`,
  list: (kind: string, { id }: Space) => `/api/v2/spaces/${id}/${kind}?status=current&limit=250`,
  entry: (id: string) => `/api/v2/${id}?${id.startsWith('folder') ? '' : 'body-format=storage&include-labels=true'}`,
  titled: ({ id }: Space, title: string) => `/api/v2/pages?space-id=${id}&title=${encoded(title)}`,
  comments: (id: string) => ['footer', 'inline'].map((kind) => `/api/v2/${id}/${kind}-comments?body-format=storage`),
  files: (id: string) => `/api/v2/${id}/attachments?limit=250`,
  /** Answers to a comment of a list, where that has none. */
  answers: (list: string, comment: string) =>
    `/api/v2/${/\w+-comments/.exec(list)?.[0]}/${comment}/children?body-format=storage`,
  search: '/rest/api/search?expand=content.version,content.container&limit=100',
  readers: ({ id }: Space) => `/api/v2/spaces/${id}/permissions?limit=250`,
  members: (group: string) => `/rest/api/group/${group}/membersByGroupId?limit=200`,
  person: (id: string) => `/rest/api/user/bulk?accountId=${encoded(id)}`,
  profile: (id: string) => `/rest/api/user/bulk?accountId=${encoded(id)}`,
}

const [INNER, SAID] = ['version,ancestors,space', 'body.storage,version,history']
export const ofDataCenter: Paths = {
  spaces: (key) => `/rest/api/space?limit=200${key && `&spaceKey=${encoded(key)}`}`,
  list: (kind, { key }) =>
    `/rest/api/content?spaceKey=${key}&type=${kind.slice(0, -1)}&status=current&limit=200&expand=${INNER}`,
  entry: (id) => `/rest/api/content/${numberOf(id)}?expand=${SAID},ancestors,space,metadata.labels`,
  titled: ({ key }, title) => `/rest/api/content?spaceKey=${key}&title=${encoded(title)}`,
  comments: (id) => [
    `/rest/api/content/${numberOf(id)}/child/comment?depth=all&expand=${SAID},extensions.inlineProperties,extensions.resolution`,
  ],
  files: (id) => `/rest/api/content/${numberOf(id)}/child/attachment?limit=200&expand=extensions,version`,
  answers: () => '',
  search: '/rest/api/content/search?expand=version,container&limit=200',
  readers: ({ key }) => `/rest/api/space/${key}/permissions`,
  members: (group) => `/rest/api/group/${group}/member?limit=200`,
  person: (id) => `/rest/api/user?${/^[0-9a-f]{32}$/.test(id) ? 'key' : 'username'}=${encoded(id)}`,
  profile: (id) => `/rest/mobile/1.0/profile/${encoded(id)}`,
}
