import type { KeyScope } from '@tocsin/contract/console/api-key.ts'
import type { Instant } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import type { Environment } from '../../environment.ts'
import { localUrl } from '../../http/addresses/local-url.ts'
import { issueKey } from '../../identity/keys/issue.ts'
import { readFuture, readName, readScopes } from '../arguments.ts'
import { curlCreation } from '../curl.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

interface Options extends OrganizationOptions, JsonOptions {
  name: string
  /** Scopes of the key. The default is both `read` and `write`. */
  scope?: KeyScope[]
  expires?: Instant
}

const scopesDefault: KeyScope[] = ['read', 'write']

export const issueCommand = new Command('issue')
  .description('issue an API key and print it once')
  .requiredOption('--name <name>', 'name that describes the purpose of the key', readName)
  .option(
    '--scope <scope...>',
    'read, write, webhooks, or several separated by commas (default: read,write)',
    readScopes,
  )
  .option('--expires <when>', 'a duration such as 90d, or a time (default: never)', readFuture)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
The key is not stored and cannot be shown again. Only the key goes to standard output, so that it can be piped.

Examples:
  tocsin keys issue --name "Till gateway"
  tocsin keys issue --name "Reports" --scope read --expires 90d
  tocsin keys issue --name "Gateway" --scope read,write
  tocsin keys issue --name "Field app" --json > key.json`,
  )
  .action((options: Options) =>
    inOrganization(options, async (scope, environment) => {
      const { name, expires: expiresAt = null } = options
      const scopes = [...new Set(options.scope ?? scopesDefault)].toSorted()
      const { id, key } = await issueKey(scope, { name, scopes, expiresAt })
      if (options.json) return writeData(JSON.stringify({ id, name, scopes, expiresAt, key }))
      writeData(key)
      writeMessage(`\nSave this key: it is not stored and cannot be shown again. Its id is ${id}.`)
      // Show the key in the message only if standard output is a terminal, where the key is visible already. Otherwise
      // the message may be written to a log file.
      const shown = process.stdout.isTTY ? key : '$TOCSIN_API_KEY'
      writeMessage(`Try it:\n\n${curlFor(scopes, baseUrlOf(environment), shown)}`)
    }),
  )

/**
 * Builds a curl command for trying a key with these scopes. If the key may read, the command lists incidents, because
 * the configuration could reject an example creation.
 */
function curlFor(scopes: KeyScope[], baseUrl: string, key: string): string {
  if (scopes.includes('write') && !scopes.includes('read'))
    return curlCreation(baseUrl, key, 'Freezer 3 is getting warm')
  const path = scopes.includes('read') ? 'incidents' : 'webhook-endpoints'
  return `curl ${baseUrl}/${path} -H "x-api-key: ${key}"`
}

/** Returns the base URL of the API of a server with these settings. */
const baseUrlOf = ({ PUBLIC_URL, HOST, PORT }: Environment): string => `${PUBLIC_URL ?? localUrl(HOST, PORT)}/api/v1`
