import type { ConfigurationContent } from '@tocsin/contract/api/configuration.ts'
import type { Template } from '@tocsin/contract/templates/template.ts'
import { newId } from '../database/new-id.ts'

/** Makes a creation configuration with the forms, types and categories of a template, all with new ids. */
export function configurationOf({ forms, types }: Template): ConfigurationContent {
  const profiles = forms.map(({ name, fields }) => ({ id: newId(), name, fields }))
  const withIds = types.map((type) => ({ ...type, id: newId() }))
  return {
    types: withIds.map(({ id, name, form }) => ({
      id,
      name,
      active: true,
      profileId: form === undefined ? null : profiles.find((profile) => profile.name === form)!.id,
    })),
    categories: withIds.flatMap(({ id: typeId, categories }) =>
      categories.map((name) => ({ id: newId(), typeId, name, active: true })),
    ),
    profiles,
    defaultProfileId: profiles[0]!.id,
  }
}
