import fc from 'fast-check'
import { type ApiResponse, reader } from '../support/client.ts'
import { inOrder, laterThan } from '../support/incident-order.ts'
import { listIncidents, readIncident } from '../support/incidents.ts'
import { rejected, rejectionOf } from '../support/rejection.ts'
import type { Incident, Page } from '../support/resources.ts'
import { nextPage } from '../support/walk.ts'
import { locationIds } from './creation-steps.ts'
import { type Comparison, type ListQuery, type Model, step, type Step, stepAbout } from './model.ts'

const query = fc.record(
  {
    priority: fc.constantFrom('MAJOR', 'in:MINOR,NORMAL'),
    locationId: fc.constantFrom(...locationIds),
    q: fc.constantFrom('LEAK', 'ärm', '%', '_', 'wet', 'cold,'),
    sort: fc.constantFrom('id', '-id', 'name', '-priority,name', 'occurredAt,-name', '-createdAt'),
    limit: fc.integer({ min: 1, max: 4 }),
    offset: fc.integer({ min: 0, max: 2 }),
  },
  { requiredKeys: ['limit', 'offset'] },
)

/** Returns the incidents of the model that match the query, in the order of its sort. */
function found({ incidents }: Model, { priority, locationId, q, sort = '-createdAt' }: ListQuery): Incident[] {
  const wanted = incidents
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ now }) => now)
    .filter((incident) => !priority || priority.replace('in:', '').split(',').includes(incident.priority))
    .filter((incident) => !locationId || incident.locationId === locationId)
    .filter(({ name, tags }) => !q || [name ?? '', ...tags].some((text) => contains(text, q)))
  return inOrder(sort, wanted).map((id) => wanted.find((incident) => incident.id === id)!)
}

/** Removes case and accents, which a search ignores. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toUpperCase()
const contains = (text: string, part: string): boolean => fold(text).includes(fold(part))

/**
 * Pairs a received page with the page that the model expects.
 * @param from expected incidents of this page and of all later pages
 */
function comparePage(
  response: ApiResponse<Page<Incident>>,
  from: Incident[],
  { limit, sort }: ListQuery,
  offset: number,
) {
  const data = from.slice(0, limit)
  const { filter: _filter, nextCursor, ...meta } = response.body.meta
  const leadsOn = { byBody: nextCursor !== null, byHeader: nextPage(response) !== undefined }
  return {
    actual: { data: response.body.data, meta, leadsOn },
    expected: {
      data,
      meta: { limit, offset, count: data.length, sort: sort ?? null },
      leadsOn: { byBody: from.length > limit, byHeader: from.length > limit },
    },
  }
}

export const listSteps: Step[] = [
  stepAbout(
    'read',
    ({ incidents }) => incidents,
    fc.tuple(fc.nat(), fc.nat()),
    async (_model, { now, isDeleted }) =>
      isDeleted
        ? {
            actual: rejectionOf(await reader.get(`/incidents/${now.id}`)),
            expected: rejected(404, 'incident_not_found'),
          }
        : { actual: await readIncident(now.id), expected: now },
  ),
  step('list', query, async (model, wanted): Promise<Comparison> => {
    const { offset, ...others } = wanted
    const response = await listIncidents({ ...others, ...(offset > 0 && { offset }), externalId: model.own })
    const next = nextPage(response)
    if (next) model.walks.push({ query: wanted, last: response.body.data.at(-1)!, next })
    return comparePage(response, found(model, wanted).slice(offset), wanted, offset)
  }),
  stepAbout(
    'walk on',
    ({ walks }) => walks,
    fc.tuple(fc.nat(), fc.nat()),
    async (model, walk) => {
      const response = await reader.get<Page<Incident>>(walk.next.path, { query: walk.next.query })
      // Compare with the current incidents, because a change can move an incident between the pages already read and
      // the pages still to be read.
      const isLater = laterThan(walk.query.sort ?? '-createdAt', walk.last)
      const rest = found(model, walk.query).filter(isLater)
      const next = nextPage(response)
      if (next) Object.assign(walk, { next, last: response.body.data.at(-1)! })
      else model.walks = model.walks.filter((one) => one !== walk)
      return comparePage(response, rest, walk.query, 0)
    },
  ),
]
