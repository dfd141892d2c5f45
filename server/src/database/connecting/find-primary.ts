import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseUnavailable, NotConnected } from '../unavailable.ts'
import type { FindHost, Host, AcceptsWrites } from './host-client.ts'

/**
 * Maximum time to wait for a host that accepts writes. It is shorter than the time for which a request waits for a
 * connection, so that the error of the request names the reason.
 */
const searchMaximumMs = 2_500
const pauseMs = 100

/**
 * Makes a function that finds the host that accepts writes. The function asks all hosts at once, because a host without
 * power does not respond. If a host rejects writes, the function asks it again, because it may soon be promoted.
 * Concurrent callers share one search.
 * @param config settings of a connection, except host and port.
 */
export function makeFindPrimary(config: pg.ClientConfig, hosts: Partial<Host>[]): FindHost {
  let search: Promise<Partial<Host>> | undefined
  return () => (search ??= findPrimary(config, hosts).finally(() => (search = undefined)))
}

/** Time within which a host must respond that it accepts writes. */
const responseMaximumMs = 500

/** Makes a function that returns true if a host responds within half a second and accepts writes. */
export const makeAcceptsWrites =
  (config: pg.ClientConfig): AcceptsWrites =>
  (host) =>
    rejectStandby({ ...config, ...host }, AbortSignal.timeout(responseMaximumMs)).then(
      () => true,
      () => false,
    )

/** @throws NotConnected with one reason per host if no host accepts writes in time. */
async function findPrimary(config: pg.ClientConfig, hosts: Partial<Host>[]): Promise<Partial<Host>> {
  const search = new AbortController()
  const timer = setTimeout(() => search.abort(), searchMaximumMs)
  try {
    return await Promise.any(hosts.map((host) => waitForPrimary(config, host, search.signal)))
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(
      ({ message }: Error, index) => `${describeHost(hosts[index]!)}: ${message}`,
    )
    throw new NotConnected(`no host accepts writes (${reasons.join('; ')})`)
  } finally {
    clearTimeout(timer)
    search.abort()
  }
}

async function waitForPrimary(
  config: pg.ClientConfig,
  host: Partial<Host>,
  signal: AbortSignal,
): Promise<Partial<Host>> {
  let reason: unknown = new NotConnected('it does not respond')
  while (!signal.aborted) {
    try {
      await rejectStandby({ ...config, ...host }, signal)
      return host
    } catch (error) {
      // Ignore an error that occurs after the search has ended: the end of the search closes the connection, so the
      // error says nothing about the host.
      if (!signal.aborted) reason = error
      if (!isDatabaseUnavailable(error)) break
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  throw reason
}

/** @throws Error when the host cannot be reached, or is a standby or read-only. */
async function rejectStandby(config: pg.ClientConfig, signal: AbortSignal): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  const close = () => void client.connection.stream.destroy()
  signal.addEventListener('abort', close)
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    // A standby is read-only too: while it is in recovery, every transaction is read-only.
    if (rows[0]!.isReadOnly) throw new NotConnected('it is a standby or read-only')
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

const describeHost = ({ host = 'localhost', port }: Partial<Host>): string => (port ? `${host}:${port}` : host)
