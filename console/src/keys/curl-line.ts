import type { CreationConfiguration } from '@tocsin/contract/api/configuration.ts'
import { defaultTypeId, effectiveProfile } from '@tocsin/contract/rules/effective-profile.ts'
import type { CreateIncident } from '@tocsin/contract/api/incident.ts'
import type { Instant, Uuid } from '@tocsin/contract/scalars.ts'
import { keyTexts } from '../texts/keys.ts'

const texts = keyTexts.shown

/** Returns a shell command with curl that lists the latest incidents. */
export const curlList = (baseUrl: string, key: string): string =>
  `curl ${quoted(`${baseUrl}/incidents?limit=5`)} -H "x-api-key: ${key}"`

/** Returns a shell command with curl that lists the webhook endpoints. */
export const curlEndpoints = (baseUrl: string, key: string): string =>
  `curl ${quoted(`${baseUrl}/webhook-endpoints`)} -H "x-api-key: ${key}"`

/**
 * Returns a shell command with curl that creates an incident. The program `tocsin` prints commands in the same form.
 */
export const curlCreation = (baseUrl: string, key: string, body: CreateIncident): string =>
  `curl -X POST ${baseUrl}/incidents -H "x-api-key: ${key}" -H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`

interface ExampleOptions {
  clientRequestId: Uuid
  now: Instant
  /**
   * Id of a location for the example if the form requires a location; undefined if the organization has no locations.
   */
  locationId: Uuid | undefined
}

/**
 * Returns an example request body that creates an incident and is valid under a configuration. It contains the required
 * fields that have no default, and a name if the name is optional.
 */
export function exampleCreation(
  configuration: CreationConfiguration,
  { clientRequestId, now, locationId }: ExampleOptions,
): CreateIncident {
  const type = exampleType(configuration)
  const { fields } = effectiveProfile(configuration, type?.id)
  const typeId = type?.id ?? defaultTypeId(configuration)
  const category = configuration.categories.find((candidate) => candidate.active && candidate.typeId === typeId)
  const examples = {
    name: texts.example,
    description: texts.exampleDescription,
    priority: 'NORMAL',
    categoryId: category?.id,
    locationId,
    occurredAt: now,
  } as const
  const wanted = Object.entries(examples).filter(([field, value]) => {
    const rule = fields[field as keyof typeof examples]
    return value !== undefined && rule?.rule === 'required' && rule.default === undefined
  })
  const name = (fields.name?.rule ?? 'optional') === 'optional' ? { name: texts.example } : {}
  return { clientRequestId, ...name, ...(type && { typeId: type.id }), ...Object.fromEntries(wanted) }
}

/** Returns an active type if the default profile requires a type without giving a default, else undefined. */
function exampleType(configuration: CreationConfiguration) {
  const rule = effectiveProfile(configuration, undefined).fields.typeId
  if (rule?.rule !== 'required' || rule.default !== undefined) return undefined
  return configuration.types.find(({ active }) => active)
}

/** Quotes a text for the shell, so that the text is one argument. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
