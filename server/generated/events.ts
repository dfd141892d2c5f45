import { catalogue } from '@tocsin/contract/events/catalogue.ts'

const head = `# Events

Each write records an event in the same transaction, in the table \`events\`. An event says who changed what, and when.
Its kind is a noun and a verb, and its data depend on the kind and on the version of the kind. A kind gets another
version if its data change in a way that readers could notice. Rows with older versions stay as they were recorded.

| column | meaning |
| --- | --- |
| \`id\` | UUIDv7 of the event |
| \`position\` | place among the events of the organization, in the order of the commits |
| \`kind\`, \`kind_version\` | kind, and version of the kind |
| \`at\` | time of the change |
| \`actor_id\` | user who made the change: the External API auditor for every API key, the Operator for the command line |
| \`key_id\` | API key with which the change was made; null for a change without a key |
| \`incident_id\` | incident to which the event belongs; null for events without an incident |
| \`data\` | the fields below; \`changes\` has \`[old value, new value]\` for each changed field |

In the feed and in webhooks, an event has the fields \`id\`, \`position\`, \`kind\`, \`kindVersion\`, \`at\`, \`actorId\`,
\`keyId\`, \`incidentId\` and \`data\`, and \`incident\` or \`comment\` with the current values. \`position\` is a text such as
\`c81e728d-1042\`. \`keyId\` is the id of the API key that made the change; it is null for staff and the command line.

The timeline of an incident and the live updates of the console read these events. Kinds marked with "incident" belong to
an incident. Kinds marked with "feed" are for integrations: [the feed](integrating.md#follow) contains them and no other
kinds.

This page is made from \`contract/src/events/\`.
`

type Entry = (typeof catalogue)[number]

/** JSON Schema of an event field. Lists only the keywords that occur in the event catalogue. */
interface FieldSchema {
  type?: string | string[]
  format?: string
  description?: string
  enum?: string[]
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
  required?: string[]
}

/**
 * Returns the text of `docs/events.md`: a section for each noun, such as `incident`, with the kinds of events about it
 * and the data of each kind.
 */
export function printEvents(): string {
  const nouns = Map.groupBy(catalogue as readonly Entry[], ({ kind }) => kind.split('.')[0]!)
  const sections = [...nouns].map(([noun, entries]) => `\n## ${noun}\n${entries.map(sectionOf).join('')}`)
  return head + sections.join('')
}

function sectionOf({ kind, version, meaning, isInFeed, isOfIncident, data }: Entry): string {
  const marks = [`version ${version}`, ...(isOfIncident ? ['incident'] : []), ...(isInFeed ? ['feed'] : [])]
  const { properties = {}, required = [] } = data as FieldSchema
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `| \`${name}\`${required.includes(name) ? '' : ' (optional)'} | ${describeField(name, schema)} |\n`,
  )
  const table = fields.length > 0 ? `\n| data | meaning |\n| --- | --- |\n${fields.join('')}` : ''
  return `\n### ${kind}\n\n${marks.join(' · ')}\n\n${meaning}\n${table}`
}

function describeField(name: string, schema: FieldSchema): string {
  if (name === 'changes') return `changes of ${Object.keys(schema.properties!).map(code).join(', ')}`
  const type = typeOf(schema)
  return schema.description ? `${type}. ${schema.description}` : type
}

function typeOf({ type, format, enum: values, items, properties }: FieldSchema): string {
  if (values) return values.map(code).join(' or ')
  if (items) return `list of ${typeOf(items)}`
  if (properties) return `{ ${Object.keys(properties).map(code).join(', ')} }`
  const [name, ...others] = [type!].flat()
  const formats: Record<string, string> = { uuid: 'UUID', 'date-time': 'instant' }
  const plain = format ? formats[format]! : name === 'string' ? 'text' : name!
  return others.length > 0 ? `${plain} or null` : plain
}

const code = (text: string): string => `\`${text}\``
