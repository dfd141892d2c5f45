import type { CreationConfiguration, Incident, TocsinClient } from '../../../../client/src/client.ts'
import { TocsinProblem } from '../../../../client/src/error.ts'
import { limitMaximum } from '@tocsin/contract/limits.ts'
import type { Violation } from '@tocsin/contract/api/problem.ts'
import { isUuid, type Uuid } from '@tocsin/contract/scalars.ts'

interface Entry {
  id: Uuid
  name: string
  /** Type id of a category, or location id of a point; undefined for other kinds of objects. */
  within?: Uuid
  /** True for an inactive or archived object. Its name finds it only if no active object has the same name. */
  isRetired?: boolean
}

interface Reference {
  noun: string
  unknown: Violation['code']
  read(client: TocsinClient, options: ReferenceOptions): AsyncIterable<Entry>
}

export interface ReferenceOptions {
  /** Configuration revision whose types and categories are used. Defaults to the current revision. */
  revision?: number | undefined
  /** Stops the reading of names. */
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

/** Name of an incident field that contains the id of a named object, such as `locationId`. */
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
    // Return no names for a revision that does not exist: the server reports the wrong revision when the incident is
    // sent.
    if (error instanceof TocsinProblem && error.code === 'configuration_not_found') return { types: [], categories: [] }
    throw error
  }
}

/** Error for a name that no object has, or that several objects have. */
export class UnknownName extends Error {
  readonly code: Violation['code']

  constructor(code: Violation['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Translates between the names and the ids of the objects that incidents refer to, such as types and locations. `idOf`
 * reads the list of each kind of object only once, on first use.
 */
export class ReferenceNames {
  readonly #client: TocsinClient
  readonly #options: ReferenceOptions
  readonly #byName = new Map<ReferenceField, Promise<Map<string, Entry[]>>>()

  constructor(client: TocsinClient, options: ReferenceOptions = {}) {
    this.#client = client
    this.#options = options
  }

  /**
   * Finds the id of the object with a name. Returns a UUID unchanged, because the server checks that the object exists.
   * @param within id of the type for a category, or of the location for a point, if known.
   * @throws UnknownName when no object or several objects have the name.
   */
  async idOf(field: ReferenceField, nameOrId: string, within?: Uuid): Promise<Uuid> {
    if (isUuid(nameOrId)) return nameOrId
    const { noun, unknown } = references[field]
    const matching = ((await this.#entries(field)).get(nameOrId) ?? []).filter(
      (entry) => within === undefined || entry.within === within.toLowerCase(),
    )
    const usable = matching.filter(({ isRetired }) => !isRetired)
    const [only, another] = usable.length > 0 ? usable : matching
    if (!only) throw new UnknownName(unknown, `No ${noun} is called "${nameOrId}"${placeOf(within, field)}.`)
    if (another)
      throw new UnknownName('not_unique', `More than one ${noun} is called "${nameOrId}". Give the id instead.`)
    return only.id
  }

  /** Finds the names of the objects with these ids. Stops reading the list of objects when all names are found. */
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
