import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command, Option } from 'commander'
import { overlapDefaultMs, rotateKey } from '../../identity/keys/rotate.ts'
import { readDurationMs, readId } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

interface Options extends OrganizationOptions, JsonOptions {
  overlap: number
}

export const rotateCommand = new Command('rotate')
  .description('issue a successor to an API key; the old one keeps working for a while')
  .argument('<key-id>', 'id of the old key, from `keys list`', readId)
  .addOption(
    new Option('--overlap <duration>', 'time for which both keys work')
      .argParser(readDurationMs)
      .default(overlapDefaultMs, '24h'),
  )
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
The successor has the same name and scopes. If the old key expires, the new one has the same lifetime. Only the new key
goes to standard output. A key can be rotated only once; after that, rotate its successor.

Examples:
  tocsin keys rotate 01a1f9f4-7182-773a-8155-53299be2de13
  tocsin keys rotate 01a1f9f4-7182-773a-8155-53299be2de13 --overlap 7d`,
  )
  .action((keyId: Uuid, options: Options) =>
    inOrganization(options, async (scope) => {
      const { successor, oldRevokedAt } = await rotateKey(scope, keyId, options.overlap)
      if (options.json)
        return writeData(JSON.stringify({ ...successor, replaces: { id: keyId, revokedAt: oldRevokedAt } }))
      writeData(successor.key)
      writeMessage(`\nSave this key: it is not stored and cannot be shown again. Its id is ${successor.id}.`)
      writeMessage(`The old key stops working at ${oldRevokedAt}.`)
    }),
  )
