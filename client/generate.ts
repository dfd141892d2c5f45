import * as comment from '@tocsin/contract/api/comment.ts'
import * as configuration from '@tocsin/contract/api/configuration.ts'
import * as directory from '@tocsin/contract/api/directory.ts'
import * as event from '@tocsin/contract/api/event.ts'
import * as incident from '@tocsin/contract/api/incident.ts'
import * as batch from '@tocsin/contract/api/incident-batch.ts'
import * as change from '@tocsin/contract/api/incident-change.ts'
import * as list from '@tocsin/contract/api/list.ts'
import * as media from '@tocsin/contract/api/media.ts'
import { ProblemDetails, Violation } from '@tocsin/contract/api/problem.ts'
import { Instant, Uuid } from '@tocsin/contract/scalars.ts'

/** A JSON Schema, with the keywords that the contract uses. */
interface Schema {
  $id?: string
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: string[]
  description?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** Schema of each generated type, keyed by the name of the type. Generated types refer to each other by these names. */
export const contract = {
  Uuid,
  Instant,
  Priority: incident.Priority,
  CreateIncident: incident.CreateIncident,
  Incident: incident.IncidentResponse,
  PatchIncident: change.PatchIncident,
  NextState: change.NextState,
  IncidentDetails: change.IncidentDetails,
  BatchResult: batch.BatchResult,
  CreateComment: comment.CreateComment,
  UpdateComment: comment.UpdateComment,
  Comment: comment.Comment,
  Media: media.Media,
  MediaUrls: media.MediaUrls,
  FeedEvent: event.FeedEvent,
  Location: directory.Location,
  Point: directory.Point,
  User: directory.User,
  WorkflowState: directory.WorkflowState,
  ConfigurationType: configuration.ConfigurationType,
  ConfigurationCategory: configuration.ConfigurationCategory,
  FieldRules: configuration.FieldRules,
  Profile: configuration.Profile,
  CreationConfiguration: configuration.CreationConfiguration,
  ListFilter: list.ListFilter,
  ListMeta: list.ListMeta,
  ViolationCode: Violation.properties.code,
  Violation,
  ProblemCode: ProblemDetails.properties.code,
  ProblemDetails,
}
const resources = contract as object as Record<string, Schema>

const notice = '// Made from contract/ by `npm run generate`; never edited.\n'

/** Returns the text of `generated/resources.ts`: the contract as plain types, so that the package needs no TypeBox. */
export const printResources = (): string =>
  [
    notice,
    ...Object.entries(resources).map(([name, schema]) =>
      schema.properties
        ? `export interface ${name} ${typeOf(schema, name)}\n`
        : `export type ${name} = ${typeOf(schema, name)}\n`,
    ),
  ].join('\n')

/** Returns the text of `generated/schemas.ts`: the schemas of the bodies that the offline queue checks. */
export const printSchemas = (): string =>
  [
    notice,
    "import type { Schema } from '../offline/rules/schema.ts'\n",
    ...['CreateIncident', 'PatchIncident', 'CreateComment'].map(
      (name) => `export const ${name}: Schema = ${JSON.stringify(resources[name], withoutRemarks, 2)}\n`,
    ),
  ].join('\n')

/**
 * Replacer for `JSON.stringify` that omits ids, examples and description texts. An object under the name `description`
 * stays, because it is the schema of the incident field `description`.
 */
const withoutRemarks = (key: string, value: unknown): unknown =>
  key === '$id' || key === 'examples' || (key === 'description' && typeof value === 'string') ? undefined : value

function typeOf(schema: Schema, within: string): string {
  const name = nameOf(schema)
  if (name && name !== within) return name
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ')
  if (schema.anyOf && !schema.type) return schema.anyOf.map((each) => typeOf(each, within)).join(' | ')
  return [schema.type ?? []]
    .flat()
    .map((type) => oneTypeOf({ ...schema, type }, within))
    .join(' | ')
}

function oneTypeOf(schema: Schema & { type: string }, within: string): string {
  switch (schema.type) {
    case 'object':
      return objectOf(schema, within)
    case 'array':
      return `${inParentheses(typeOf(schema.items!, within))}[]`
    case 'integer':
      return 'number'
    case 'string':
      return scalarName(schema, within) ?? 'string'
    default:
      return schema.type
  }
}

function objectOf({ properties = {}, patternProperties, required = [] }: Schema, within: string): string {
  // Only the schema of an event's data allows members of any name.
  if (patternProperties) return 'Record<string, unknown>'
  const lines = Object.entries(properties).map(([name, schema]) => {
    const remark = schema.description && !nameOf(schema) ? `/** ${schema.description} */\n` : ''
    return `${remark}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, within)}`
  })
  return `{\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}\n`).join('')}}`
}

const inParentheses = (type: string): string => (type.includes('|') ? `(${type})` : type)

const scalarName = ({ format }: Schema, within: string): string | undefined =>
  Object.keys(resources).find((name) => name !== within && format !== undefined && resources[name]!.format === format)

/**
 * Returns the name of the exported type that a schema refers to with `$ref`, or of the exported type with the same
 * `enum` values; undefined if there is no such type.
 */
function nameOf({ $ref, enum: values }: Schema): string | undefined {
  return Object.keys(resources).find((name) => {
    const candidate = resources[name]!
    if ($ref) return candidate.$id === $ref.replace(/#$/, '')
    return values !== undefined && String(candidate.enum) === String(values)
  })
}
