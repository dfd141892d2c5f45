import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command, Option } from 'commander'
import { overlapDefaultMs, rotateKey } from '../../keys/rotate.ts'
import { readDurationMs, readId } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

interface Options extends OrganizationOptions, JsonOptions {
  overlap: number
}

export const rotateCommand = new Command('rotate')
  .description('issue a successor of an API key, and let the old one live for a while')
  .argument('<key-id>', 'the id of the old key, as `keys list` shows it', readId)
  .addOption(
    new Option('--overlap <duration>', 'how long both keys may be used')
      .argParser(readDurationMs)
      .default(overlapDefaultMs, '24h'),
  )
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
The successor has the same name and scopes; where the old key expires, it lives as long as the old one was meant to.
Only the new key is on standard output. A key can be rotated once; its successor can be rotated next.

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
      writeMessage(`\nKeep it: it is not stored and cannot be shown again. Its id is ${successor.id}.`)
      writeMessage(`The old key stops at ${oldRevokedAt}.`)
    }),
  )
