import type { Uuid } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { revokeKey } from '../../identity/keys/revoke.ts'
import { readId } from '../arguments.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeData, writeMessage } from '../output.ts'
import { inOrganization } from '../with-database.ts'

export const revokeCommand = new Command('revoke')
  .description('revoke an API key immediately')
  .argument('<key-id>', 'id of the key, from `keys list`', readId)
  .addOption(organizationOption())
  .addOption(jsonOption())
  .addHelpText(
    'after',
    `
Every server rejects the key within a second. Revoking a revoked key changes nothing.

Example:
  tocsin keys revoke 01a1f9f4-7182-773a-8155-53299be2de13`,
  )
  .action((keyId: Uuid, options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) => {
      const { name, revokedAt, wasRevoked } = await revokeKey(scope, keyId)
      if (options.json) return writeData(JSON.stringify({ id: keyId, name, revokedAt }))
      writeMessage(`The key "${name}" ${wasRevoked ? `was already revoked, at ${revokedAt}` : 'is revoked'}.`)
    }),
  )
