import type { Location, Point, User, Uuid, WorkflowState } from '../generated/resources.ts'
import { List } from '../lists/list.ts'
import { writeQuery, type ListQuery, type OneOrMore } from '../lists/query.ts'
import type { CallOptions, Transport } from '../transport/transport.ts'

export interface DirectoryQuery extends ListQuery<'id' | 'name'> {
  /** Text that the name must contain; upper and lower case are equal. */
  q?: string
  /** True: only archived items. False: only items that are not archived. Undefined: all items. */
  archived?: boolean
}

export interface PointQuery extends DirectoryQuery {
  locationId?: OneOrMore<Uuid>
}

/** Methods for a list of locations, points or users, to which incidents refer. */
export class DirectoryList<Item, Query extends DirectoryQuery = DirectoryQuery> {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.#transport = transport
    this.#path = path
  }

  /** Lists the items, sorted by name unless `sort` is given. */
  list(query?: Query, options: CallOptions = {}): List<Item> {
    const { sort, limit, offset, ...filters }: DirectoryQuery = query ?? {}
    return new List(this.#transport, {
      path: this.#path,
      query: writeQuery({ sort, limit, offset }, { ...filters }),
      options,
    })
  }
}

export type Locations = DirectoryList<Location>
export type Points = DirectoryList<Point, PointQuery>
export type Users = DirectoryList<User>

export class WorkflowStates {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Lists all states in the order of the workflow, in one page. */
  list(options: CallOptions = {}): List<WorkflowState> {
    return new List(this.#transport, { path: '/workflow-states', query: new URLSearchParams(), options })
  }
}
