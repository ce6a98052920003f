/** Settings of a server of a test, on a free port of this machine. */
export const loopback = {
  host: '127.0.0.1',
  port: 0,
  allowHosts: [],
  allowOrigins: [],
  bodyBytes: 4_096,
  graceSeconds: 1,
  readOnly: false,
}
