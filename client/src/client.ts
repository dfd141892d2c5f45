import type { OfflineOptions, OfflineQueue } from './offline/queue.ts'
import { Comments } from './resources/comments.ts'
import { CreationConfigurations } from './resources/creation-configurations.ts'
import { DirectoryList, WorkflowStates, type Locations, type Points, type Users } from './resources/directory.ts'
import { Events } from './resources/events.ts'
import { Incidents } from './resources/incidents.ts'
import type { QueueStore } from './stores/store.ts'
import { readBaseUrl } from './transport/base-url.ts'
import { systemClock, type Clock } from './transport/clock.ts'
import type { Fetch } from './transport/fetch.ts'
import { defaultRetryPolicy, type RetryPolicy } from './transport/retry.ts'
import { defaultTimeouts, defaultUploadTimeouts, Transport, type Timeouts } from './transport/transport.ts'
import { withGiven, type Given } from './transport/with-given.ts'

/** Options of a client. Every call can override `timeouts` and `retry`. */
export interface ClientOptions {
  /** URL of the service with its version prefix, such as `https://incidents.example.com/api/v1`. */
  baseUrl: string
  /** API key of the organization, such as `tocsin_<id>_<secret>`. */
  apiKey: string
  /** Function that sends the requests; `globalThis.fetch` by default. */
  fetch?: Fetch
  /** Timeouts of a call: 15 seconds for an attempt and 60 seconds in total by default. */
  timeouts?: Given<Timeouts>
  /** Timeouts of requests with a file or a batch; `timeouts` applies to all other requests. */
  uploadTimeouts?: Given<Timeouts>
  /** Rules for retries after temporary failures: five attempts by default. */
  retry?: Given<RetryPolicy>
  /** Source of time and random numbers, for tests. */
  clock?: Clock
}

/** Client of one Tocsin service, for the organization of the API key. */
export class TocsinClient {
  readonly incidents: Incidents
  readonly comments: Comments
  readonly events: Events
  readonly creationConfigurations: CreationConfigurations
  readonly locations: Locations
  readonly points: Points
  readonly users: Users
  readonly workflowStates: WorkflowStates

  /**
   * @throws TypeError if `apiKey` is missing or malformed, or if `baseUrl` is not an http(s) URL with a path. `baseUrl`
   *   must have no credentials, query string or fragment. The message contains neither the URL nor the key.
   */
  constructor(options: ClientOptions) {
    const transport = new Transport({
      baseUrl: readBaseUrl(options.baseUrl),
      apiKey: readApiKey(options.apiKey),
      // Call `fetch` on `globalThis`, because browsers throw an error if it is called as a method of another object.
      fetch: options.fetch ?? ((url, request) => globalThis.fetch(url, request)),
      timeouts: withGiven(defaultTimeouts, options.timeouts),
      uploadTimeouts: withGiven(defaultUploadTimeouts, options.uploadTimeouts),
      retry: withGiven(defaultRetryPolicy, options.retry),
      clock: options.clock ?? systemClock,
    })
    this.incidents = new Incidents(transport)
    this.comments = new Comments(transport)
    this.events = new Events(transport)
    this.creationConfigurations = new CreationConfigurations(transport)
    this.locations = new DirectoryList(transport, '/locations')
    this.points = new DirectoryList(transport, '/points')
    this.users = new DirectoryList(transport, '/users')
    this.workflowStates = new WorkflowStates(transport)
  }

  /**
   * Opens the offline queue in `store`, and loads the code of the queue with a dynamic import. Service workers do not
   * allow dynamic imports. In a service worker, import `OfflineQueue` from `@tocsin/client/offline` instead.
   */
  async offline(store: QueueStore, options?: OfflineOptions): Promise<OfflineQueue> {
    const { OfflineQueue } = await import('./offline.ts')
    return OfflineQueue.open(this, store, options)
  }
}

/** Returns the API key. @throws TypeError for a missing or malformed key. The message does not contain the key. */
function readApiKey(text: string): string {
  if (!text || !/^[!-~]+$/.test(text)) throw new TypeError(`apiKey is ${text ? 'not a valid key' : 'missing'}.`)
  return text
}

export { TocsinError, TocsinNetworkError, TocsinProblem, TocsinTimeoutError } from './error.ts'
export type * from './generated/resources.ts'
export type { List, Page } from './lists/list.ts'
export type { ListQuery, OneOrMore, SortBy } from './lists/query.ts'
export type {
  AcceptedItem,
  BatchItem,
  BatchPatch,
  BatchProgress,
  BatchResults,
  ItemResult,
  KeyedItem,
  RejectedItem,
} from './resources/batch.ts'
export type { CommentQuery, NewComment } from './resources/comments.ts'
export type { TaggedConfiguration } from './resources/creation-configurations.ts'
export type { DirectoryQuery, PointQuery } from './resources/directory.ts'
export type { EventFilter, EventPage, EventQuery } from './resources/event-page.ts'
export type { Follower, FollowOptions } from './resources/follower.ts'
export type { ChangeOptions, IncidentQuery, IncidentSortKey, NewIncident, Validation } from './resources/incidents.ts'
export type { FileContent } from './resources/file-content.ts'
export type { AttachOptions } from './resources/media.ts'
export type { Clock } from './transport/clock.ts'
export type { Fetch, FetchAnswer, FetchRequest } from './transport/fetch.ts'
export type { RetryPolicy } from './transport/retry.ts'
export type { AnswerNotice, CallOptions, Timeouts, WriteOptions } from './transport/transport.ts'
