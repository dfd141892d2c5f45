import { subscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, RouteOptions } from 'fastify'

// Module that runs inside the attacked server, where `--import` loads it. It reports every route, the CPU time of the
// process and the CPU time of the longest turn of the event loop to the fuzzer.

/**
 * Route of the server: one method of one URL pattern. `body` and `query` are JSON Schemas, which may refer to shared
 * schemas.
 */
export interface ProbedRoute {
  method: string
  url: string
  bodyLimitBytes: number | undefined
  consumesMultipart: boolean
  body: object | undefined
  query: object | undefined
}

export type ProbeReport =
  | { kind: 'listening'; port: number; routes: ProbedRoute[]; schemas: Record<string, object> }
  | { kind: 'usage'; cpuMs: number; stallMs: number; responseCounts: Record<string, number> }

const routes: ProbedRoute[] = []
/** Numbers of answered requests, keyed by method, URL pattern of the route and status. */
const responseCounts: Record<string, number> = {}

/**
 * Longest turn of the event loop since the last report, in CPU time of the main thread. A timer would be wrong here,
 * because other processes on a busy machine delay it.
 */
let stallMs = 0
let turnAtMs = threadCpuMs()
setInterval(endTurn, 5).unref()

function endTurn(): void {
  const nowMs = threadCpuMs()
  stallMs = Math.max(stallMs, nowMs - turnAtMs)
  turnAtMs = nowMs
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const report = (message: ProbeReport): void => void process.send!(message)

subscribe('fastify.initialization', (message) => watch((message as { fastify: FastifyInstance }).fastify))

function watch(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) routes.push(describe(route, method))
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const route = `${method} ${routeOptions.url} ${statusCode}`
    responseCounts[route] = (responseCounts[route] ?? 0) + 1
  })
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo
    report({ kind: 'listening', port, routes, schemas: app.getSchemas() as Record<string, object> })
  })
}

function describe({ url, bodyLimit, schema }: RouteOptions, method: string): ProbedRoute {
  const { body, querystring, consumes } = (schema ?? {}) as Record<string, object | undefined>
  return {
    method,
    url,
    bodyLimitBytes: bodyLimit,
    consumesMultipart: (consumes as string[] | undefined)?.includes('multipart/form-data') ?? false,
    body,
    query: querystring,
  }
}

process.on('message', (question: 'usage' | 'collect garbage') => {
  if (question === 'collect garbage') globalThis.gc!({ type: 'major', execution: 'sync' })
  const { user, system } = process.cpuUsage()
  endTurn()
  report({ kind: 'usage', cpuMs: (user + system) / 1000, stallMs, responseCounts })
  stallMs = 0
})
// End the server when the fuzzer ends, because the channel between the two processes closes then. `unref` lets the
// server end while the channel is open.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel!.unref()
