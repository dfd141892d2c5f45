import { Command } from 'commander'
import { keyListShape, listKeys } from '../../identity/keys/list.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeList } from '../output.ts'
import { readEveryPage } from '../read-every-page.ts'
import { inOrganization } from '../with-database.ts'

export const listCommand = new Command('list')
  .description('list the API keys, oldest first, without their secrets, which are not stored')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .action((options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) =>
      writeList(await readEveryPage(keyListShape, (query) => listKeys(scope, query)), options.json, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        SCOPES: ({ scopes }) => scopes.join(','),
        STATE: ({ state }) => state.replace('_', ' '),
        CREATED: ({ createdAt }) => createdAt,
        EXPIRES: ({ expiresAt }) => expiresAt,
        'LAST USED': ({ lastUsedAt }) => lastUsedAt,
        REVOKED: ({ revokedAt }) => revokedAt,
        SUCCESSOR: ({ successorId }) => successorId,
      }),
    ),
  )
