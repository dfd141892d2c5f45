import type { WebhookEndpoint } from '@tocsin/contract/api/webhook.ts'
import type fc from 'fast-check'
import type { Comment, Creation, Incident } from '../support/resources.ts'

/** State that the server should have after the requests sent so far. */
export interface Model {
  /** Value of `externalId` in all incidents of this model and in no others. */
  own: string
  incidents: KnownIncident[]
  /** Rejected creations. A later step may send a corrected creation with the same clientRequestId. */
  rejected: Creation[]
  /** `key` is the Idempotency-Key of the comment; undefined for a comment that was added by a patch. */
  comments: { key: string | undefined; fields: Record<string, unknown>; now: Comment; isDeleted: boolean }[]
  /** Lists that are partly read, each with the path and query string of its next page. */
  walks: Walk[]
  endpoints: KnownEndpoint[]
}

/**
 * Fields of a webhook endpoint that change only when a step changes them. Deliveries may change the other fields at any
 * time.
 */
export type StableEndpoint = Omit<
  WebhookEndpoint,
  'position' | 'eventsBehind' | 'heldIncidents' | 'failingSince' | 'lastDeliveredAt'
>

export interface KnownEndpoint {
  now: StableEndpoint
  secret: string
  isDeleted: boolean
}

export interface KnownIncident {
  body: Creation
  /** Current incident; for a deleted incident, its fields before the deletion. */
  now: Incident
  /** Versions after the first one, each with the fields that changed. */
  history: { version: number; fields: string[] }[]
  isDeleted: boolean
}

export const incidentsOf = ({ incidents }: Model): KnownIncident[] => incidents

interface Walk {
  query: ListQuery
  /** Last incident on the most recently read page, as it was when the page was read. */
  last: Incident
  next: { path: string; query: string }
}

export type ListQuery = { limit: number; offset: number } & Partial<
  Record<'priority' | 'locationId' | 'q' | 'sort', string>
>

/** Response of the server, and the response that the model expects. */
export interface Comparison {
  actual: unknown
  expected: unknown
}

type Compare = (comparison: Comparison) => void
export type Step = fc.Arbitrary<fc.AsyncCommand<Model, Compare>>

/**
 * Makes a step of a random sequence. A step sends requests with a random value to the server.
 * @param drawn generator of the random value
 * @param perform sends the requests and updates the model; returns undefined if the model has no suitable object yet
 */
export const step = <Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  perform: (model: Model, drawn: Drawn) => Promise<Comparison | undefined>,
): Step =>
  drawn.map((value) => ({
    check: () => true,
    run: async (model, compare) => {
      const comparison = await perform(model, value)
      if (comparison) compare(comparison)
    },
    toString: () => `${name} ${JSON.stringify(value)}`,
  }))

/** Makes a step about one object of the model. The random number in `drawn` chooses the object. */
export const stepAbout = <Item, Drawn>(
  name: string,
  itemsOf: (model: Model) => Item[],
  drawn: fc.Arbitrary<[number, Drawn]>,
  perform: (model: Model, item: Item, drawn: Drawn) => Promise<Comparison>,
): Step =>
  step(name, drawn, async (model, [number, value]) => {
    const items = itemsOf(model)
    const item = items[number % items.length]
    return item && perform(model, item, value)
  })
