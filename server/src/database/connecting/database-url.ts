import type pg from 'pg'
import { parse, toClientConfig, type ConnectionOptions } from 'pg-connection-string'
import type { Host } from './host-client.ts'

/** Parts of a connection URL of PostgreSQL. */
export interface DatabaseAddress {
  /** Settings of a connection, except host and port. */
  config: pg.ClientConfig
  /** Hosts in the order of the URL. If a host or port is absent, the driver uses its default. */
  hosts: Partial<Host>[]
  /** True if connections may lead only to a host that accepts writes. */
  needsPrimary: boolean
}

/**
 * Parses a valid connection URL; `databaseUrlViolation` checks if it is valid. A URL can have several hosts, in the
 * notation of libpq: `postgres://user@one:5432,two:5433/name`.
 * @throws Error when a certificate that the URL names cannot be read.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  // Search for a list of hosts only after the password, because the password may contain commas too.
  const listed = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*,[^@/?#]*)((?:[/?#].*)?)$/i.exec(url)
  // Replace the list of hosts by one placeholder, because the driver parses only URLs with one host.
  const {
    host,
    port,
    target_session_attrs: wanted,
    ...options
  } = parse(listed ? listed[1]! + placeholder + listed[3]! : url)
  const list = host === placeholder ? listed![2]!.split(',').map(splitPort) : undefined
  const hosts = combine(
    list?.map(([name]) => name) ?? (host ?? '').split(','),
    port ? port.split(',') : (list?.map(([, number]) => number) ?? ['']),
  )
  return {
    config: toClientConfig(options as ConnectionOptions),
    hosts,
    needsPrimary: hosts.length > 1 || wanted !== undefined,
  }
}

/** Host that stands for the list of hosts while the driver parses the URL. */
const placeholder = 'list.invalid'

function splitPort(text: string): [string, string] {
  const [, host = '', port = ''] = /^(\[.*\]|[^:]*)(?::(.*))?$/.exec(text) ?? []
  return [decodeURIComponent(host).replace(/^\[(.*)\]$/, '$1'), port]
}

/** Gives each host its port. If there is only one port, it applies to all hosts. */
function combine(hosts: string[], ports: string[]): Partial<Host>[] {
  const all = ports.length === 1 ? hosts.map(() => ports[0]!) : ports
  return Array.from({ length: Math.max(hosts.length, all.length) }, (_, index) => ({
    ...(hosts[index] && { host: hosts[index] }),
    ...(all[index] !== '' && { port: Number(all[index]) }),
  }))
}

/** Options that a URL may have: `target_session_attrs`, and the options of the driver. */
const supportedOptions = new Set(
  (
    'host port user password application_name options statement_timeout lock_timeout ' +
    'idle_in_transaction_session_timeout ssl sslmode sslcert sslkey sslrootcert sslnegotiation uselibpqcompat ' +
    'target_session_attrs'
  ).split(' '),
)

/**
 * Checks a connection URL.
 * @returns the rule that the URL violates, as in `must be the address of a PostgreSQL database`; undefined for a valid
 *   URL. The message puts the name of the setting before the rule. The rule never contains a value of the URL, because
 *   values may be secret.
 */
export function databaseUrlViolation(url: string): string | undefined {
  let address: DatabaseAddress
  try {
    address = parseDatabaseUrl(url)
  } catch (error) {
    // Only ERR_INVALID_URL is an error of the URL itself. An error of a file that the URL names is reported later, when
    // the database is opened.
    return (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL' ? noAddress : undefined
  }
  // Check the beginning of the URL, because the driver accepts any text as the name of a database. Reject a "#": it
  // would end the address, so it can only belong to a password that is not percent-encoded.
  if (!/^(postgres(ql)?:\/\/[^#]*$|socket:|\/)/i.test(url)) return noAddress
  const { hosts } = address
  if (!hosts.every(isPort) || (hosts.length > 1 && !hosts.every(({ host }) => host))) return noAddress
  const options = optionsOf(url)
  const unsupported = [...options.keys()].filter((name) => !supportedOptions.has(name))
  // An option whose name is not a word is probably the rest of a password with a question mark. Do not repeat this name
  // in the message.
  if (unsupported.some((name) => !/^\w+$/.test(name))) return noAddress
  if (unsupported.length > 0) return `has options that have no effect here: ${unsupported.join(', ')}; remove them`
  if (options.getAll('target_session_attrs').every((wanted) => ['read-write', 'primary'].includes(wanted))) return
  return 'must have target_session_attrs=read-write or primary, because Tocsin uses only the primary'
}

const noAddress =
  'must be the address of a PostgreSQL database, such as postgres://user@host/name or ' +
  'postgres://user@one:5432,two:5432/name, with special characters percent-encoded'

/** Returns the options of a URL. Returns no options for a `socket:` URL, which has options of its own. */
const optionsOf = (url: string): URLSearchParams =>
  new URLSearchParams(/^postgres.*\?/i.test(url) ? url.slice(url.indexOf('?')) : '')

const isPort = ({ port = 5432 }: Partial<Host>): boolean => Number.isInteger(port) && port > 0 && port < 65536
