import { isDeepStrictEqual } from 'node:util'
import type { ConfigurationDraft } from '@tocsin/contract/console/configuration-draft.ts'
import { configurationPublished } from '@tocsin/contract/events/configuration-events.ts'
import { contentOf } from '@tocsin/contract/rules/content-of.ts'
import { recordEvent } from '../events/record.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { checkDraft } from './draft/check.ts'
import { findCurrentConfiguration } from './published.ts'
import { insertConfiguration } from './queries.ts'

/**
 * Stores a draft as the next revision. The caller must lock the organization first, and must call
 * `forgetCurrentRevision` after the commit.
 * @returns the number of the new revision.
 * @throws Problem `invalid_request` with every violation of the draft. Problem `configuration_unchanged` when the
 *   content of the draft equals that of the current revision.
 */
export async function storeRevision(scope: OrganizationScope, draft: ConfigurationDraft): Promise<number> {
  const { content, violations } = await checkDraft(scope, draft)
  if (!content) throw new Problem('invalid_request', { violations })
  const current = await findCurrentConfiguration(scope)
  if (current && isDeepStrictEqual(content, contentOf(current))) throw unchanged(current.revision)
  const next = (current?.revision ?? 0) + 1
  await insertConfiguration(scope, next, JSON.stringify(content))
  await recordEvent(scope, configurationPublished({ revision: next }))
  return next
}

const unchanged = (revision: number): Problem =>
  new Problem('configuration_unchanged', {
    detail: `Revision ${revision}, the current one, has the same content.`,
    creationConfigVersion: revision,
  })
