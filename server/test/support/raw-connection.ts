import { connect, type Socket } from 'node:net'

/** Opens a TCP connection to the server and sends the lines, with CRLF between two lines but not after the last one. */
export function sendLines(url: string, ...lines: string[]): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(lines.join('\r\n'))
  return socket
}

/**
 * Sends the head of a request that announces a body, but never sends the body.
 * @returns the status line and headers of the response.
 */
export async function headOf(url: string, method: string, path: string, ...headers: string[]): Promise<string> {
  const body = ['content-type: application/json', 'content-length: 1000000']
  const socket = sendLines(url, `${method} ${path} HTTP/1.1`, 'host: tocsin', ...body, ...headers, '', '')
  let received = ''
  for await (const piece of socket) {
    received += String(piece)
    if (received.includes('\r\n\r\n')) break
  }
  return received.split('\r\n\r\n', 1)[0]!
}

export const statusIn = (head: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])

export const allowIn = (head: string): string | undefined => /^allow: (.*)$/im.exec(head)?.[1]
