import { templates } from '@tocsin/contract/templates/templates.ts'
import type { TemplateName } from '@tocsin/contract/templates/template-names.ts'
import { forgetCurrentRevision } from '../configuration/published.ts'
import { replaceFirstConfiguration } from '../configuration/replace-first.ts'
import type { OrganizationScope } from '../scope.ts'
import { forgetStates } from '../workflow/next-states.ts'
import { replaceFirstWorkflow } from '../workflow/replace-first.ts'
import { configurationOf } from './configuration-of.ts'

/**
 * Gives a new organization the report forms and the workflow of a template, in one transaction. Existing incidents stay
 * valid and keep their state, but the state may get a new name.
 * @throws Problem `already_configured` when the configuration or the workflow has been changed since the organization
 *   was created.
 */
export async function applyTemplate(scope: OrganizationScope, name: TemplateName): Promise<void> {
  const template = templates[name]
  await scope.transaction(async (inner) => {
    await replaceFirstConfiguration(inner, configurationOf(template))
    await replaceFirstWorkflow(inner, template.states)
  })
  // Empty the caches again after the commit, because another request may have cached the former values before the
  // commit.
  forgetCurrentRevision(scope)
  forgetStates(scope)
}
