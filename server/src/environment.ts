import { resolve } from 'node:path'
import { addressViolation, withoutSlash } from '../../client/src/transport/base-url.ts'
import { oneOf } from '@tocsin/contract/scalars.ts'
import proxyAddr from '@fastify/proxy-addr'
import envSchema from 'env-schema'
import Type, { type Static } from 'typebox'
import { databaseUrlViolation } from './database/connecting/database-url.ts'
import { rejectBlank } from './reject-blank.ts'
import { integratorSecrets, readSecretFiles, serverSecrets } from './secret-files.ts'
import { WrongSettings } from './wrong-settings.ts'

export const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 8080 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  /**
   * URL of a database on PostgreSQL 15 or newer, possibly with several hosts. If absent, an embedded PostgreSQL stores
   * its data below DATA_DIR.
   */
  DATABASE_URL: Type.Optional(Type.String({ minLength: 1 })),
  /**
   * URL of the same database as DATABASE_URL, without a connection pooler in between. Migrations and restores use it.
   * By default, they use DATABASE_URL.
   */
  MIGRATION_DATABASE_URL: Type.Optional(Type.String({ minLength: 1 })),
  DATABASE_CONNECTIONS: Type.Integer({ minimum: 2, maximum: 200, default: 10 }),
  DATA_DIR: Type.String({ minLength: 1, default: './data' }),
  /** Public URL of the service, without a path. It is the base of signed URLs and links. */
  PUBLIC_URL: Type.Optional(Type.String({ minLength: 1 })),
  /** Comma-separated IP addresses and networks of the reverse proxies whose X-Forwarded-For header is trusted. */
  TRUSTED_PROXIES: Type.Optional(Type.String({ minLength: 1 })),
  /**
   * Comma-separated private networks to which webhooks may be sent, such as 10.20.0.0/16. By default, webhooks are sent
   * only to public addresses.
   */
  WEBHOOK_NETWORKS: Type.Optional(Type.String({ minLength: 1 })),
  /**
   * Secret that signs download URLs. All servers of an installation must have the same secret. If absent, a secret is
   * generated once and stored in DATA_DIR.
   */
  SIGNING_SECRET: Type.Optional(Type.String({ minLength: 32 })),
  MEDIA_STORAGE: oneOf(['disk', 's3'], { default: 'disk' }),
  MEDIA_MAX_MIB: Type.Integer({ minimum: 1, maximum: 1024, default: 25 }),
  /** Folder of the built console. If absent, console/dist of this checkout is used. */
  CONSOLE_DIR: Type.Optional(Type.String({ minLength: 1 })),
  S3_BUCKET: Type.Optional(Type.String({ minLength: 1 })),
  S3_REGION: Type.String({ minLength: 1, default: 'us-east-1' }),
  S3_ENDPOINT: Type.Optional(Type.String({ minLength: 1 })),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1 })),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  /** Bearer token that /metrics requires. If absent, /metrics is open. */
  METRICS_TOKEN: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]{16,}$', description: 'at least 16 ASCII characters without spaces' }),
  ),
  /** Requests allowed per minute for each API key; 0 for no limit. */
  RATE_LIMIT_PER_MINUTE: Type.Integer({ minimum: 0, default: 0 }),
  /** Time for which the server still serves requests after a stop signal, while `/readyz` already answers 503. */
  SHUTDOWN_DELAY_SECONDS: Type.Integer({ minimum: 0, maximum: 300, default: 0 }),
})
export type Environment = Static<typeof Environment>

/**
 * Reads the settings from the process environment.
 * @param overrides settings from the command line, which take precedence.
 * @param defaults defaults of a command, for settings that neither the command line nor the environment sets.
 * @throws WrongSettings naming every invalid setting, without its value.
 */
export function readEnvironment(
  overrides: Partial<Environment> = {},
  defaults: Partial<Environment> = {},
): Environment {
  const variables = readSecretFiles(process.env, serverSecrets)
  const environment = validate({ ...defaults, ...withoutEmpty(variables), ...withoutEmpty(overrides) })
  const { DATA_DIR, PUBLIC_URL } = environment
  return { ...environment, DATA_DIR: resolve(DATA_DIR), PUBLIC_URL: PUBLIC_URL && new URL(PUBLIC_URL).origin }
}

function validate(data: Record<string, unknown>): Environment {
  rejectBlank(data, Object.keys(Environment.properties))
  const violations = checkCombinations(data)
  try {
    const environment = envSchema<Environment>({ schema: Environment, data, env: false })
    if (violations.length === 0) return environment
  } catch (error) {
    violations.unshift(...(error as { errors: SchemaViolation[] }).errors.map(describe))
  }
  throw new WrongSettings(`Wrong settings: ${violations.join(', ')}.`)
}

interface SchemaViolation {
  instancePath: string
  keyword: string
  params: { allowedValues?: string[] }
  message: string
}

/** Describes a violation without the value of the setting, because the value may be secret. */
function describe({ instancePath, keyword, params, message }: SchemaViolation): string {
  const setting = instancePath.slice(1)
  if (keyword === 'enum') return `${setting} must be one of ${params.allowedValues!.join(', ')}`
  if (keyword === 'pattern') return `${setting} must be ${descriptionOf(setting)}`
  return `${setting} ${message}`
}

/** Returns the schema's description of a setting, which people understand better than a regular expression. */
const descriptionOf = (setting: string): string | undefined =>
  (Environment.properties as Record<string, { description?: string }>)[setting]?.description

/** Checks rules that the schema cannot express, because they involve several settings or need a parser. */
function checkCombinations(data: Record<string, unknown>): string[] {
  const {
    MEDIA_STORAGE,
    S3_BUCKET,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    DATABASE_URL,
    MIGRATION_DATABASE_URL,
    TRUSTED_PROXIES,
    WEBHOOK_NETWORKS,
    PUBLIC_URL,
    S3_ENDPOINT,
  } = data
  const violations: string[] = []
  if (PUBLIC_URL !== undefined && !isOrigin(String(PUBLIC_URL))) {
    violations.push('PUBLIC_URL must be an address such as https://incidents.example.com, without a path')
  }
  if (S3_ENDPOINT !== undefined && addressViolation(String(S3_ENDPOINT))) {
    violations.push('S3_ENDPOINT must be an address such as https://s3.example.com')
  }
  if (MEDIA_STORAGE === 's3' && !S3_BUCKET) violations.push('MEDIA_STORAGE=s3 needs S3_BUCKET')
  if (!S3_ACCESS_KEY_ID !== !S3_SECRET_ACCESS_KEY) {
    violations.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set both or neither')
  }
  for (const [name, value] of Object.entries({ DATABASE_URL, MIGRATION_DATABASE_URL })) {
    const violation = value === undefined ? undefined : databaseUrlViolation(String(value))
    if (violation) violations.push(`${name} ${violation}`)
  }
  if (MIGRATION_DATABASE_URL !== undefined && DATABASE_URL === undefined) {
    violations.push('MIGRATION_DATABASE_URL needs DATABASE_URL')
  }
  for (const [name, value] of Object.entries({ TRUSTED_PROXIES, WEBHOOK_NETWORKS })) {
    if (value !== undefined && !isNetworkList(String(value))) {
      violations.push(`${name} must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8`)
    }
  }
  return violations
}

const isOrigin = (text: string): boolean => !addressViolation(text) && new URL(text).pathname === '/'

function isNetworkList(text: string): boolean {
  try {
    proxyAddr.compile(text.split(',').map((one) => one.trim()))
    return true
  } catch {
    return false
  }
}

/** Removes variables with an empty value, so that `PORT= npx tocsin serve` uses the default port. */
const withoutEmpty = (variables: object) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '' && value !== undefined))

/** Returns true if the process environment has a value for the setting. */
export const isSet = (name: keyof Environment): boolean => !!process.env[name]

/** Base URL and API key for the commands that use the API. */
export interface ApiAccess {
  /** Base URL of the API, including `/api/v1`. */
  baseUrl: string
  apiKey: string
}

/**
 * Reads TOCSIN_URL, with or without `/api/v1`, and TOCSIN_API_KEY, for the commands that use the API.
 * @throws WrongSettings, whose message never contains the key.
 */
export function readApiAccess(): ApiAccess {
  const { TOCSIN_URL: address = '', TOCSIN_API_KEY: apiKey = '' } = readSecretFiles(process.env, integratorSecrets)
  const missing: string[] = []
  if (address === '') missing.push('TOCSIN_URL to the address of the service, such as http://127.0.0.1:8080')
  if (apiKey === '') missing.push('TOCSIN_API_KEY to a key of the organization')
  if (missing.length > 0) throw new WrongSettings(`Set ${missing.join(', and ')}.`)
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new WrongSettings('TOCSIN_API_KEY is not a valid key: it contains characters that no key has.')
  const violation = addressViolation(address)
  if (violation) {
    throw new WrongSettings(
      `TOCSIN_URL must be the address of a service, such as http://127.0.0.1:8080; what is set ${violation}.`,
    )
  }
  const url = new URL(withoutSlash(address))
  return { baseUrl: url.pathname === '/' ? `${url.origin}/api/v1` : url.href, apiKey }
}

/**
 * Reads TOCSIN_WEBHOOK_SECRET, which signs the webhooks of `tocsin webhooks listen`; undefined if it is not set.
 * @throws WrongSettings, whose message never contains the secret.
 */
export function readWebhookSecret(): string | undefined {
  const { TOCSIN_WEBHOOK_SECRET: secret } = readSecretFiles(process.env, integratorSecrets)
  if (!secret) return undefined
  if (/^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(secret)) return secret
  throw new WrongSettings('TOCSIN_WEBHOOK_SECRET must be whsec_ and a key in base64.')
}

/** Returns true if commands must print the stack of an error. Works even if other settings are invalid. */
export const isDebugging = (): boolean => ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
