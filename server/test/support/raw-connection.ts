import { connect, type Socket } from 'node:net'

/** Opens a connection of its own to the server and sends lines; the last one may be a part of a line. */
export function sendLines(url: string, ...lines: string[]): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(lines.join('\r\n'))
  return socket
}

/** Sends a request whose body is announced and never sent. Resolves to the head of the answer. */
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
