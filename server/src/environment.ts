import { resolve } from 'node:path'
import { addressFault, withoutSlash } from '../../client/src/transport/base-url.ts'
import { oneOf } from '@tocsin/contract/scalars.ts'
import proxyAddr from '@fastify/proxy-addr'
import envSchema from 'env-schema'
import { parse } from 'pg-connection-string'
import Type, { type Static } from 'typebox'

const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 8080 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  /** PostgreSQL 15 or newer; absent: the embedded one below DATA_DIR. */
  DATABASE_URL: Type.Optional(Type.String({ minLength: 1 })),
  DATABASE_CONNECTIONS: Type.Integer({ minimum: 2, maximum: 200, default: 10 }),
  DATA_DIR: Type.String({ minLength: 1, default: './data' }),
  /** The address that callers see, without a path; signed addresses and links are built on it. */
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+/?$',
      description: 'an address such as https://incidents.example.com, without a path',
    }),
  ),
  /** Addresses and networks of reverse proxies, separated by commas, whose X-Forwarded-For says who calls. */
  TRUSTED_PROXIES: Type.Optional(Type.String({ minLength: 1 })),
  /** Signs download addresses; absent: made once and kept in DATA_DIR. The same on every replica. */
  SIGNING_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  MEDIA_STORAGE: oneOf(['disk', 's3'], { default: 'disk' }),
  MEDIA_MAX_MIB: Type.Integer({ minimum: 1, maximum: 1024, default: 25 }),
  /** The built console; absent: console/dist of this checkout. */
  CONSOLE_DIR: Type.Optional(Type.String({ minLength: 1 })),
  S3_BUCKET: Type.Optional(Type.String({ minLength: 1 })),
  S3_REGION: Type.String({ minLength: 1, default: 'us-east-1' }),
  S3_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://[^/?#]+', description: 'an address such as https://s3.example.com' }),
  ),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  /** Bearer token that /metrics asks for; absent: it is open. */
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  /** Requests per minute and key; 0: no limit. */
  RATE_LIMIT_PER_MINUTE: Type.Integer({ minimum: 0, default: 0 }),
})
export type Environment = Static<typeof Environment>

/**
 * Reads the settings from the process environment.
 * @param overrides what the command line says, which takes precedence.
 * @param defaults what a command prefers where neither says anything.
 * @throws WrongSettings naming every setting that is wrong.
 * @see design 5
 */
export function readEnvironment(
  overrides: Partial<Environment> = {},
  defaults: Partial<Environment> = {},
): Environment {
  const environment = validate({ ...defaults, ...withoutBlanks(process.env), ...withoutBlanks(overrides) })
  const { DATA_DIR, PUBLIC_URL } = environment
  return { ...environment, DATA_DIR: resolve(DATA_DIR), PUBLIC_URL: PUBLIC_URL?.replace(/\/$/, '') }
}

export class WrongSettings extends Error {}

function validate(data: Record<string, unknown>): Environment {
  const faults = faultsBetween(data)
  try {
    const environment = envSchema<Environment>({ schema: Environment, data, env: false })
    if (faults.length === 0) return environment
  } catch (error) {
    faults.unshift(...(error as { errors: SchemaFault[] }).errors.map(textOf))
  }
  throw new WrongSettings(`Wrong settings: ${faults.join(', ')}.`)
}

interface SchemaFault {
  instancePath: string
  keyword: string
  params: { allowedValues?: string[] }
  message: string
}

/** The value is left out: some are secrets. */
function textOf({ instancePath, keyword, params, message }: SchemaFault): string {
  const setting = instancePath.slice(1)
  if (keyword === 'enum') return `${setting} must be one of ${params.allowedValues!.join(', ')}`
  if (keyword === 'pattern') return `${setting} must be ${descriptionOf(setting)}`
  return `${setting} ${message}`
}

/** A pattern says nothing to people: its setting has a description. */
const descriptionOf = (setting: string): string | undefined =>
  (Environment.properties as Record<string, { description?: string }>)[setting]?.description

/** What no schema of one setting can say. */
function faultsBetween(data: Record<string, unknown>): string[] {
  const { MEDIA_STORAGE, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATABASE_URL, TRUSTED_PROXIES } = data
  const faults: string[] = []
  if (MEDIA_STORAGE === 's3' && !S3_BUCKET) faults.push('MEDIA_STORAGE=s3 needs S3_BUCKET')
  if (!S3_ACCESS_KEY_ID !== !S3_SECRET_ACCESS_KEY) {
    faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set both or neither')
  }
  if (DATABASE_URL !== undefined && !isAddress(String(DATABASE_URL))) {
    faults.push(
      'DATABASE_URL must be the address of one PostgreSQL database, such as postgres://user@host/name, with special ' +
        'characters percent-encoded',
    )
  }
  if (TRUSTED_PROXIES !== undefined && !isNetworkList(String(TRUSTED_PROXIES))) {
    faults.push('TRUSTED_PROXIES must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8')
  }
  return faults
}

function isNetworkList(text: string): boolean {
  try {
    proxyAddr.compile(text.split(',').map((one) => one.trim()))
    return true
  } catch {
    return false
  }
}

/** Whether the driver can read it, which takes what begins with nothing that it knows for the name of a database. */
function isAddress(databaseUrl: string): boolean {
  try {
    parse(databaseUrl)
  } catch (error) {
    // Otherwise a file that it names cannot be read, which whoever connects is told.
    if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL') return false
  }
  return /^(postgres(ql)?:\/\/|socket:|\/)/i.test(databaseUrl)
}

/** `PORT= npx tocsin serve` means the default, as with an unset variable. */
const withoutBlanks = (variables: object) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '' && value !== undefined))

/** Whether somebody chose a setting rather than leaving it at its default. */
export const isSet = (name: keyof Environment): boolean => !!process.env[name]

/** Where an integrator's commands send their requests, and with which key. */
export interface ApiAccess {
  /** With the version prefix. */
  baseUrl: string
  apiKey: string
}

/**
 * Reads which API an integrator's commands talk to: TOCSIN_URL, with or without `/api/v1`, and TOCSIN_API_KEY.
 * @throws WrongSettings that never repeats a key.
 */
export function readApiAccess(): ApiAccess {
  const { TOCSIN_URL: address = '', TOCSIN_API_KEY: apiKey = '' } = process.env
  const missing: string[] = []
  if (address === '') missing.push('TOCSIN_URL to the address of the service, such as http://127.0.0.1:8080')
  if (apiKey === '') missing.push('TOCSIN_API_KEY to a key of the organization')
  if (missing.length > 0) throw new WrongSettings(`Set ${missing.join(', and ')}.`)
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new WrongSettings('TOCSIN_API_KEY is not a valid key: it contains characters that no key has.')
  const fault = addressFault(address)
  if (fault) {
    throw new WrongSettings(
      `TOCSIN_URL must be the address of a service, such as http://127.0.0.1:8080; what is set ${fault}.`,
    )
  }
  const url = new URL(withoutSlash(address))
  return { baseUrl: url.pathname === '/' ? `${url.origin}/api/v1` : url.href, apiKey }
}

/** Whether the command line prints the stack of an error; works even if other settings are wrong. */
export const isDebugging = (): boolean => ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
