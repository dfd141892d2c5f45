import type fc from 'fast-check'
import type { Comment, Creation, Incident } from '../support/resources.ts'

/** State of a server that keeps the contract, after all requests so far. */
export interface Model {
  /** The externalId of its incidents, which those of no other spec have. */
  own: string
  incidents: { body: Creation; now: Incident }[]
  /** Creations that were refused: their clientRequestIds are not used up. */
  refused: Creation[]
  comments: { key: string; fields: Record<string, unknown>; now: Comment; isDeleted: boolean }[]
  /** Lists that were left at a page, and where they go on. */
  walks: Walk[]
}

interface Walk {
  query: ListQuery
  /** Id of the last incident on the page. */
  lastId: string
  next: { path: string; query: string }
}

export type ListQuery = { limit: number; offset: number } & Partial<
  Record<'priority' | 'locationId' | 'q' | 'sort', string>
>

/** Answer of the server beside that of the model. */
export interface Comparison {
  answered: unknown
  expected: unknown
}

type Compare = (comparison: Comparison) => void
export type Step = fc.Arbitrary<fc.AsyncCommand<Model, Compare>>

/**
 * One thing that can be asked of the server, with whatever was drawn for it.
 * @param ask asks, and brings the model up to date; undefined: there is nothing yet that it could be asked about.
 */
export const step = <Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  ask: (model: Model, drawn: Drawn) => Promise<Comparison | undefined>,
): Step =>
  drawn.map((value) => ({
    check: () => true,
    run: async (model, compare) => {
      const comparison = await ask(model, value)
      if (comparison) compare(comparison)
    },
    toString: () => `${name} ${JSON.stringify(value)}`,
  }))

/** A step about one of some things, which a drawn number chooses. */
export const stepAbout = <Item, Drawn>(
  name: string,
  thingsOf: (model: Model) => Item[],
  drawn: fc.Arbitrary<[number, Drawn]>,
  ask: (model: Model, item: Item, drawn: Drawn) => Promise<Comparison>,
): Step =>
  step(name, drawn, async (model, [number, value]) => {
    const things = thingsOf(model)
    const item = things[number % things.length]
    return item && ask(model, item, value)
  })
