import type { CreationConfiguration, Incident, TocsinClient } from '../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../client/src/error.ts'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'

interface Entry {
  id: Uuid
  name: string
  /** Of a category its type, of a point its location. */
  within?: Uuid
  /** Inactive or archived: named only where nothing else has the name. */
  isRetired?: boolean
}

interface Reference {
  noun: string
  unknown: Violation['code']
  read(client: TocsinClient, options: ReferenceOptions): AsyncIterable<Entry>
}

export interface ReferenceOptions {
  /** Of the creation configuration, whose types and categories are meant; the current one unless given. */
  revision?: number | undefined
  /** Ends the reading of names. */
  signal?: AbortSignal
}

const references = {
  typeId: {
    noun: 'type',
    unknown: 'unknown_type',
    async *read(client, options) {
      for (const { id, name, active } of (await configuration(client, options)).types) {
        yield { id, name, isRetired: !active }
      }
    },
  },
  categoryId: {
    noun: 'category',
    unknown: 'unknown_category',
    async *read(client, options) {
      for (const { id, name, active, typeId } of (await configuration(client, options)).categories) {
        yield { id, name, within: typeId, isRetired: !active }
      }
    },
  },
  stateId: {
    noun: 'state',
    unknown: 'unknown_state',
    read: (client, { signal }) => client.workflowStates.list({ signal }),
  },
  locationId: {
    noun: 'location',
    unknown: 'location_not_found',
    async *read(client, { signal }) {
      for await (const { id, name, archived } of client.locations.list({ limit: limitMaximum }, { signal })) {
        yield { id, name, isRetired: archived }
      }
    },
  },
  pointId: {
    noun: 'point',
    unknown: 'point_not_found',
    async *read(client, { signal }) {
      for await (const { id, name, archived, locationId } of client.points.list({ limit: limitMaximum }, { signal })) {
        yield { id, name, within: locationId, isRetired: archived }
      }
    },
  },
  assigneeId: {
    noun: 'user',
    unknown: 'assignee_not_found',
    async *read(client, { signal }) {
      for await (const { id, name, archived } of client.users.list({ limit: limitMaximum }, { signal })) {
        yield { id, name, isRetired: archived }
      }
    },
  },
} satisfies Partial<Record<keyof Incident, Reference>>

/** A field of an incident that refers to something with a name. */
export type ReferenceField = keyof typeof references

export const isReferenceField = (field: string): field is ReferenceField => Object.hasOwn(references, field)

async function configuration(
  { creationConfigurations }: TocsinClient,
  { revision, signal }: ReferenceOptions,
): Promise<Pick<CreationConfiguration, 'types' | 'categories'>> {
  try {
    return revision === undefined
      ? await creationConfigurations.current({ signal })
      : await creationConfigurations.revision(revision, { signal })
  } catch (error) {
    // In a revision that does not exist nothing has a name; that it does not is told by whoever it is sent to.
    if (error instanceof TocsinProblem && error.code === 'configuration_not_found') return { types: [], categories: [] }
    throw error
  }
}

/** What cannot be the name of one thing. */
export class UnknownName extends Error {
  readonly code: Violation['code']

  constructor(code: Violation['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Names of what incidents refer to, and their ids. Each kind is fetched once, when it is first asked for. */
export class ReferenceNames {
  readonly #client: TocsinClient
  readonly #options: ReferenceOptions
  readonly #byName = new Map<ReferenceField, Promise<Map<string, Entry[]>>>()

  constructor(client: TocsinClient, options: ReferenceOptions = {}) {
    this.#client = client
    this.#options = options
  }

  /**
   * The id of what is called so. An id is taken as it is: whether it exists is the server's to say.
   * @param within the type of a category or the location of a point, where it is known.
   * @throws UnknownName when nothing or more than one thing is called so.
   */
  async idOf(field: ReferenceField, nameOrId: string, within?: Uuid): Promise<Uuid> {
    if (isUuid(nameOrId)) return nameOrId
    const { noun, unknown } = references[field]
    const called = ((await this.#entries(field)).get(nameOrId) ?? []).filter(
      (entry) => within === undefined || entry.within === within.toLowerCase(),
    )
    const inUse = called.filter(({ isRetired }) => !isRetired)
    const [only, another] = inUse.length > 0 ? inUse : called
    if (!only) throw new UnknownName(unknown, `There is no ${noun} called "${nameOrId}"${placeOf(within, field)}.`)
    if (another)
      throw new UnknownName('not_unique', `There are several called "${nameOrId}": give the id of the ${noun}.`)
    return only.id
  }

  /** The names of some things; the list is read only as far as it takes to find them. */
  async namesOf(field: ReferenceField, ids: Iterable<Uuid | null>): Promise<ReadonlyMap<Uuid, string>> {
    const wanted = new Set(ids)
    wanted.delete(null)
    const names = new Map<Uuid, string>()
    if (wanted.size === 0) return names
    for await (const { id, name } of references[field].read(this.#client, this.#options)) {
      if (wanted.delete(id)) names.set(id, name)
      if (wanted.size === 0) break
    }
    return names
  }

  #entries(field: ReferenceField): Promise<Map<string, Entry[]>> {
    const known = this.#byName.get(field) ?? this.#read(field)
    this.#byName.set(field, known)
    return known
  }

  async #read(field: ReferenceField): Promise<Map<string, Entry[]>> {
    const entries = new Map<string, Entry[]>()
    for await (const entry of references[field].read(this.#client, this.#options)) {
      entries.set(entry.name, [...(entries.get(entry.name) ?? []), entry])
    }
    return entries
  }
}

function placeOf(within: Uuid | undefined, field: ReferenceField): string {
  if (within === undefined) return ''
  return field === 'pointId' ? ' in this location' : ' in this type'
}
