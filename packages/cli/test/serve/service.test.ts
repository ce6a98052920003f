import { expect, it } from 'vitest'
import { lineOf, serviceOf } from '../../src/serve/service.ts'

const server = {
  command: '/opt/node 24/bin/node',
  args: ['/opt/wuku/bin/wuku.js', 'serve', '--port', '8100'],
  env: { WUKU_HOME: '/data/50%$x"&' },
}
const serviceOn = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}) =>
  serviceOf(server, { home: '/data', environment: { platform, env, userFolder: '/home/u' }, uid: 501 })

it.each<
  [
    platform: NodeJS.Platform,
    env: NodeJS.ProcessEnv,
    expected: {
      readonly file: string
      readonly holds: readonly string[]
      readonly install: readonly string[]
      readonly uninstall: readonly string[]
    },
  ]
>([
  [
    'linux',
    {},
    {
      file: '/home/u/.config/systemd/user/wuku.service',
      holds: [
        'ExecStart="/opt/node 24/bin/node" "/opt/wuku/bin/wuku.js" "serve" "--port" "8100"',
        String.raw`Environment="WUKU_HOME=/data/50%%$x\"&"`,
        'Restart=on-failure',
        'WantedBy=default.target',
      ],
      install: [
        'systemctl --user daemon-reload',
        'systemctl --user enable wuku.service',
        'systemctl --user restart wuku.service',
      ],
      uninstall: ['systemctl --user disable --now wuku.service', 'systemctl --user daemon-reload'],
    },
  ],
  [
    'linux',
    { XDG_CONFIG_HOME: '/c' },
    {
      file: '/c/systemd/user/wuku.service',
      holds: [],
      install: [
        'systemctl --user daemon-reload',
        'systemctl --user enable wuku.service',
        'systemctl --user restart wuku.service',
      ],
      uninstall: ['systemctl --user disable --now wuku.service', 'systemctl --user daemon-reload'],
    },
  ],
  [
    'darwin',
    {},
    {
      file: '/home/u/Library/LaunchAgents/wuku.serve.plist',
      holds: [
        '<array><string>/opt/node 24/bin/node</string><string>/opt/wuku/bin/wuku.js</string><string>serve</string>',
        '<key>WUKU_HOME</key><string>/data/50%$x&quot;&amp;</string>',
        '<key>SuccessfulExit</key><false/>',
        '<key>StandardErrorPath</key><string>/data/server.log</string>',
      ],
      install: [
        'launchctl bootout gui/501/wuku.serve',
        'launchctl bootstrap gui/501 /home/u/Library/LaunchAgents/wuku.serve.plist',
      ],
      uninstall: ['launchctl bootout gui/501/wuku.serve'],
    },
  ],
  [
    'win32',
    { USERDOMAIN: 'PC', USERNAME: 'ann' },
    {
      file: '/data/service.xml',
      holds: [
        '<UserId>PC\\ann</UserId>',
        '<Command>conhost.exe</Command>',
        '&quot;/opt/node 24/bin/node&quot; &quot;/opt/wuku/bin/wuku.js&quot; &quot;serve&quot;',
      ],
      install: ['schtasks /Create /TN wuku /XML /data/service.xml /F', 'schtasks /Run /TN wuku'],
      uninstall: ['schtasks /End /TN wuku', 'schtasks /Delete /TN wuku /F'],
    },
  ],
])('a service on %s %o', (platform, env, { file, holds, install, uninstall }) => {
  const service = serviceOn(platform, env)
  expect(service.file.replaceAll('\\', '/')).toBe(file)
  for (const text of holds) expect(service.text).toContain(text)
  expect(service.install.map(lineOf)).toEqual(install)
  expect([...service.uninstall, ...service.afterwards].map(lineOf)).toEqual(uninstall)
})

it('a service does not start what a cleaned cache takes away', () =>
  expect(() =>
    serviceOf(
      { ...server, command: 'npx' },
      { home: '/d', environment: { platform: 'linux', env: {}, userFolder: '/u' }, uid: 1 },
    ),
  ).toThrow(/npx/))
