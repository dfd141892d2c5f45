import { isDeepStrictEqual } from 'node:util'
import type { ConfigurationDraft } from '@tocsin/contract/configuration.ts'
import { checkConfiguration } from '@tocsin/contract/creation/check-configuration.ts'
import { normalizeDraft } from '@tocsin/contract/creation/normalize-draft.ts'
import { recordEvent } from '../events/record.ts'
import { lockOrganization } from '../organizations/lock.ts'
import { Problem } from '../problem.ts'
import type { OrganizationScope } from '../scope.ts'
import { forgetCurrentRevision } from './effective.ts'
import { missingDefaults } from './missing-defaults.ts'
import { contentOf, currentConfiguration } from './published.ts'
import { insertConfiguration } from './queries.ts'

/**
 * Publishes a draft as the next revision. It governs every creation that begins after.
 * @param draft of the shape of ConfigurationDraft, checked by the caller.
 * @returns the number of the revision.
 * @throws Problem `invalid_request` with everything that keeps the draft from governing anything,
 *   `configuration_unchanged` when it says what the current revision says.
 */
export async function publishConfiguration(scope: OrganizationScope, draft: ConfigurationDraft): Promise<number> {
  const content = normalizeDraft(draft)
  const revision = await scope.transaction(async (inner) => {
    await lockOrganization(inner)
    const violations = [...checkConfiguration(content), ...(await missingDefaults(inner, content))]
    if (violations.length > 0) throw new Problem('invalid_request', { violations })

    const current = await currentConfiguration(inner)
    if (current && isDeepStrictEqual(content, contentOf(current))) throw unchanged(current.revision)
    const next = (current?.revision ?? 0) + 1
    await insertConfiguration(inner, next, JSON.stringify(content))
    await recordEvent(inner, {
      kind: 'creation_configuration_published',
      subjectKind: 'creation_configuration',
      subjectId: String(next),
      changes: { revision: next },
    })
    return next
  })
  forgetCurrentRevision(scope)
  return revision
}

const unchanged = (revision: number): Problem =>
  new Problem('configuration_unchanged', {
    detail: `Revision ${revision}, the current one, says the same.`,
    creationConfigVersion: revision,
  })
