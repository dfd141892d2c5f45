/**
 * Returns the URL at which programs on the server's own machine reach the server. The URL has a loopback address if the
 * server listens on all IP addresses.
 */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
