import type { Instant } from '@tocsin/contract/scalars.ts'
import { Command } from 'commander'
import { findKeys } from '../../keys/queries.ts'
import { jsonOption, organizationOption, type JsonOptions, type OrganizationOptions } from '../options.ts'
import { writeList } from '../output.ts'
import { inOrganization } from '../with-database.ts'

type Key = Awaited<ReturnType<typeof findKeys>>[number]

export const listCommand = new Command('list')
  .description('list the API keys, oldest first; their secrets are not known')
  .addOption(organizationOption())
  .addOption(jsonOption())
  .action((options: OrganizationOptions & JsonOptions) =>
    inOrganization(options, async (scope) =>
      writeList(await findKeys(scope), options.json, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        SCOPES: ({ scopes }) => scopes.join(','),
        STATE: stateOf,
        CREATED: ({ createdAt }) => createdAt,
        EXPIRES: ({ expiresAt }) => expiresAt,
        'LAST USED': ({ lastUsedAt }) => lastUsedAt,
        REVOKED: ({ revokedAt }) => revokedAt,
        SUCCESSOR: ({ successorId }) => successorId,
      }),
    ),
  )

function stateOf({ expiresAt, revokedAt }: Key): string {
  if (isOver(revokedAt)) return 'revoked'
  if (isOver(expiresAt)) return 'expired'
  return revokedAt === null ? 'active' : 'being replaced'
}

const isOver = (instant: Instant | null): boolean => instant !== null && Date.parse(instant) <= Date.now()
