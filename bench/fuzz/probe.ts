import { subscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, RouteOptions } from 'fastify'

// Loaded into the server by `--import`, so that the fuzzer sees every route and reads the process's own CPU clock.

/** One method of one address. Schemas are JSON Schema, their references resolved by the name of a shared schema. */
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
  | { kind: 'usage'; cpuMs: number; stallMs: number; answered: Record<string, number> }

const routes: ProbedRoute[] = []
/** Requests answered so far, by method, address of the route and status. */
const answered: Record<string, number> = {}

const delays = monitorEventLoopDelay({ resolution: 5 })
delays.enable()

const report = (message: ProbeReport): void => void process.send!(message)

subscribe('fastify.initialization', (message) => watch((message as { fastify: FastifyInstance }).fastify))

function watch(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) routes.push(describe(route, method))
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const route = `${method} ${routeOptions.url} ${statusCode}`
    answered[route] = (answered[route] ?? 0) + 1
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

process.on('message', (asked: 'usage' | 'collect garbage') => {
  if (asked === 'collect garbage') globalThis.gc!({ type: 'major', execution: 'sync' })
  const { user, system } = process.cpuUsage()
  report({ kind: 'usage', cpuMs: (user + system) / 1000, stallMs: delays.max / 1e6, answered })
  delays.reset()
})
// The server ends with the fuzzer, and by itself although this channel is open.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel!.unref()
