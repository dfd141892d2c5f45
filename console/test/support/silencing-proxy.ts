import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { serverUrl } from './browser.ts'

/**
 * Starts a proxy between the browser and the server for the current test.
 * @returns the URL of the proxy, and `silence`. After a call of `silence`, the open connections for live updates stay
 * open but receive no more data, as after the loss of a network.
 */
export async function startSilencingProxy() {
  const sockets = new Set<Socket>()
  const liveUpdates = new Set<Socket>()
  const proxy = createServer((browser) => {
    const server = connect(Number(new URL(serverUrl()).port), '127.0.0.1')
    browser.on('data', (data) => {
      if (data.includes('GET /api/console/events ')) liveUpdates.add(server)
    })
    browser.pipe(server).pipe(browser)
    for (const socket of [browser, server]) sockets.add(socket.on('error', () => undefined))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    silence: () => liveUpdates.forEach((server) => server.unpipe().pause()),
  }
}
